/**
 * Tokens inside signed URLs. Rule: they have their own secret and audience, so that a file token never signs anybody in
 * and an access token never opens a file.
 */
import { sign } from 'hono/jwt';
import * as v from 'valibot';
import { type Caller, readToken } from '../../http/tokens';
import type { Secrets } from '../../ops/secrets';

const AUDIENCE = 'storage';
/** Lifetime of a token in lite's form (s). It can be short, because lite checks the token within the same request. */
const HANDOVER_SECONDS = 60;

export interface FileClaims {
  intent: 'download' | 'upload';
  bucket: string;
  /** Key of the object. */
  sub: string;
  iat: number;
  exp: number;
}

export const signFileToken = (secrets: Secrets, claims: FileClaims): Promise<string> =>
  sign({ ...claims, aud: AUDIENCE }, secrets.files_secret, 'HS256');

/** @returns the claims; 'invalid' if the token is forged or expired; 'other' if it is for another object or intent */
export async function readFileToken(
  secrets: Secrets,
  token: string | undefined,
  wanted: Pick<FileClaims, 'intent' | 'bucket' | 'sub'>,
): Promise<Record<string, unknown> | 'invalid' | 'other'> {
  const claims = await readToken(token ?? '', secrets.files_secret);
  if (claims?.aud !== AUDIENCE) return 'invalid';
  const { intent, bucket, sub } = wanted;
  return claims.intent === intent && claims.bucket === bucket && claims.sub === sub ? claims : 'other';
}

/** The claims that policies on files read. Whoever has the URL can read them, so it has no others. */
const signerSchema = v.object({
  role: v.string(),
  sub: v.optional(v.string()),
  session_id: v.optional(v.string()),
  aal: v.optional(v.string()),
});

/** Converts lite's upload token, which is signed with the secret of access tokens, to a file token that names who signed it. */
export async function fromLite(secrets: Secrets, token: string, { role, claims }: Caller): Promise<string | undefined> {
  const found = await readToken(token, secrets.jwt_secret);
  const signer = v.parse(signerSchema, { ...claims, role });
  return found && sign({ ...found, aud: AUDIENCE, signer }, secrets.files_secret, 'HS256');
}

/** The account that signed an upload token; undefined in a token of another form. */
export function signerOf(claims: Record<string, unknown>): Caller | undefined {
  const { success, output: signer } = v.safeParse(signerSchema, claims.signer);
  if (!success) return undefined;
  return { role: signer.role, uid: signer.sub ?? null, claims: signer, expires: Number.POSITIVE_INFINITY };
}

/** Converts the claims of a file token to a short-lived token in lite's form. */
export function toLite(secrets: Secrets, claims: Record<string, unknown>): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + HANDOVER_SECONDS;
  return sign({ ...claims, exp }, secrets.jwt_secret, 'HS256');
}
