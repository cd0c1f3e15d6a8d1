// The second factor of the signed-in administrator: supabase-js' MFA, which is the same beside both backends, and our recovery codes.
import * as v from 'valibot';
import { sessionClient } from '@/device/session/requests';
import { PRODUCT } from '@/shared/text/common';
import { call } from './console-client';

const mfa = async () => (await sessionClient()).auth.mfa;

/** @returns the factor in use, or null @throws Error with the auth service's message */
export async function ownFactor(): Promise<{ id: string; since: string } | null> {
  const { data, error } = await (await mfa()).listFactors();
  if (error) throw error;
  const [factor] = data.totp;
  return factor ? { id: factor.id, since: factor.updated_at } : null;
}

export interface NewFactor {
  id: string;
  /** An SVG as a data URL. */
  qr_code: string;
  secret: string;
}

/**
 * Starts a set-up. Unfinished ones are removed first, because their number is limited.
 * @returns `password` if the server wants a new sign-in before the first factor
 */
export async function startFactor(): Promise<NewFactor | 'password'> {
  const client = await mfa();
  const { data: found } = await client.listFactors();
  for (const { id, status } of found?.all ?? []) if (status === 'unverified') await client.unenroll({ factorId: id });
  const { data, error } = await client.enroll({ factorType: 'totp', issuer: PRODUCT });
  if (error?.code === 'reauthentication_needed') return 'password';
  if (error) throw error;
  return { id: data.id, qr_code: data.totp.qr_code, secret: data.totp.secret };
}

/** Raises the session with a code. @throws Error with the auth service's code */
export async function enterCode(factorId: string, code: string): Promise<void> {
  const { error } = await (await mfa()).challengeAndVerify({ factorId, code: code.replaceAll(/\s/g, '') });
  if (error) throw error;
}

export async function removeFactor(factorId: string, code: string): Promise<void> {
  await enterCode(factorId, code);
  const client = await sessionClient();
  const { error } = await client.auth.mfa.unenroll({ factorId });
  if (error) throw error;
  // The token still says that the session has shown a code.
  await client.auth.refreshSession();
}

export const newRecoveryCodes = () => call('create_recovery_codes', {}, v.array(v.string()));

/** @returns `done` if the code has removed the factor, `wrong`, or `wait` after too many wrong codes */
export const enterRecoveryCode = (code: string) =>
  call('use_recovery_code', { p_code: code }, v.picklist(['done', 'wrong', 'wait']));
