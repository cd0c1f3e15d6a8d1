/** Reads the access tokens of the auth service (HS256). Rule: check signature, expiry and audience before using a claim. */
import { verify } from 'hono/jwt';

export interface Caller {
  role: string;
  /** The account; null for visitors and for the service itself. */
  uid: string | null;
  claims: Record<string, unknown> | null;
  /** Expiry of the token (Unix time, s). */
  expires: number;
}

export const visitor: Caller = { role: 'anon', uid: null, claims: null, expires: Number.POSITIVE_INFINITY };
export const service: Caller = { ...visitor, role: 'service_role', claims: { role: 'service_role' } };

/**
 * A JWT: three non-empty base64url parts and nothing else.
 * DANGER: other parsers are more lenient (`trim()` removes a non-breaking space). A token that only they accept would bypass our checks.
 */
const jwt = /^[\w-]+\.[\w-]+\.[\w-]+$/;
export const isJwt = (text: string) => jwt.test(text);

/** The claims of a token signed with the secret; undefined if it is malformed, forged, expired or not yet valid. */
export async function readToken(token: string, secret: string): Promise<Record<string, unknown> | undefined> {
  if (!isJwt(token)) return undefined;
  try {
    return await verify(token, secret, 'HS256');
  } catch {
    return undefined;
  }
}

/** The caller of an access token; undefined if the token is not valid. */
export async function callerOf(token: string, secret: string): Promise<Caller | undefined> {
  const claims = await readToken(token, secret);
  if (claims?.aud !== 'authenticated' || claims.role !== 'authenticated') return undefined;
  if (typeof claims.sub !== 'string' || typeof claims.exp !== 'number') return undefined;
  return { role: 'authenticated', uid: claims.sub, claims, expires: claims.exp };
}

/** The value of an Authorization header of the form `Bearer <value>`; undefined for any other form. */
export function bearerValue(header: string): string | undefined {
  return /^Bearer ([\w.-]+)$/.exec(header)?.[1];
}

/** The token of an Authorization header; undefined for a missing header, for keys (`sb_…`) and for malformed values. */
export function bearerOf(header: string | null | undefined): string | undefined {
  const value = bearerValue(header ?? '');
  return value && isJwt(value) ? value : undefined;
}
