/** Reads the access tokens that the auth service gives out (HS256). Rule: signature, expiry and audience are checked before a claim is believed. */
import { verify } from 'hono/jwt';

export interface Caller {
  role: string;
  /** The account; null for visitors and for the service itself. */
  uid: string | null;
  claims: Record<string, unknown> | null;
  /** Seconds since epoch after which the token no longer counts. */
  expires: number;
}

export const visitor: Caller = { role: 'anon', uid: null, claims: null, expires: Number.POSITIVE_INFINITY };

/** The claims of a token signed with the secret, or undefined when it is forged, expired or from the future. */
export async function readToken(token: string, secret: string): Promise<Record<string, unknown> | undefined> {
  try {
    return await verify(token, secret, 'HS256');
  } catch {
    return undefined;
  }
}

/** Who a signed-in learner's token speaks for; undefined when it does not count. */
export async function callerOf(token: string, secret: string): Promise<Caller | undefined> {
  const claims = await readToken(token, secret);
  if (claims?.aud !== 'authenticated' || claims.role !== 'authenticated') return undefined;
  if (typeof claims.sub !== 'string' || typeof claims.exp !== 'number') return undefined;
  return { role: 'authenticated', uid: claims.sub, claims, expires: claims.exp };
}

/** The token of an Authorization header; keys (`sb_…`) and anything that is no JWT are none. */
export function bearerOf(header: string | null | undefined): string | undefined {
  const token = /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1];
  return token && token.split('.').length === 3 ? token : undefined;
}
