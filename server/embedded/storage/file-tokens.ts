/**
 * Tokens inside signed URLs. Rule: they have their own secret and audience, so that a file token never signs anybody in
 * and an access token never opens a file.
 */
import { sign } from 'hono/jwt';
import { readToken } from '../../http/tokens';
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

/** Converts lite's upload token, which is signed with the secret of access tokens, to a file token. */
export async function fromLite(secrets: Secrets, token: string): Promise<string | undefined> {
  const claims = await readToken(token, secrets.jwt_secret);
  return claims && sign({ ...claims, aud: AUDIENCE }, secrets.files_secret, 'HS256');
}

/** Converts the claims of a file token to a short-lived token in lite's form. */
export function toLite(secrets: Secrets, claims: Record<string, unknown>): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + HANDOVER_SECONDS;
  return sign({ ...claims, exp }, secrets.jwt_secret, 'HS256');
}
