import { backendConfig } from '@/config/env';
import { endDevice } from '@/data/devices/requests';
import { signOut } from '@/data/session/requests';
import { currentIdentity } from '@/data/session/session-store';
import { textClaim } from '@/lib/jwt';

async function client() {
  const { supabase } = await import('@sync');
  return supabase(backendConfig(location.origin));
}

/** Signs this device in anew, in place of its session. @returns what the service says against it */
async function provePassword(password: string): Promise<string | null> {
  const { auth } = await client();
  const before = textClaim((await auth.getSession()).data.session?.access_token, 'session_id');
  const { error } = await auth.signInWithPassword({ email: currentIdentity()?.email ?? '', password });
  if (error) return error.message;
  // The session before it would stay in the list of devices; the next sign-out of the others ends it, too.
  if (before) await endDevice(before).catch(() => undefined);
  return null;
}

/** Why a password was not changed: the current one is wrong, or what the service says of the new one. */
export class PasswordError extends Error {
  override name = 'PasswordError';
  readonly about: 'current' | 'next';
  constructor(about: 'current' | 'next', message: string) {
    super(message);
    this.about = about;
  }
}

/** Changes the password of whoever knows the current one. @throws PasswordError */
export async function changePassword(current: string, next: string): Promise<void> {
  const { auth } = await client();
  const wrong = await provePassword(current);
  if (wrong) throw new PasswordError('current', wrong);
  const { error } = await auth.updateUser({ password: next });
  if (error) throw new PasswordError('next', error.message);
}

/** Why an account was not marked for its end: the password, a refusal of the server (`administrator`, …), or the service's own words. */
export class AccountEndError extends Error {
  override name = 'AccountEndError';
  readonly about: 'password' | 'server';
  constructor(about: 'password' | 'server', message: string) {
    super(message);
    this.about = about;
  }
}

/**
 * Asks for the end of the account with its password, and leaves all devices. This one is emptied, unless something of the learner is here alone.
 * @returns when the account is erased
 * @throws AccountEndError
 */
export async function deleteAccount(password: string): Promise<string> {
  const supabase = await client();
  const wrong = await provePassword(password);
  if (wrong) throw new AccountEndError('password', wrong);
  const answer = await supabase.rpc('request_account_deletion');
  if (answer.error) throw new AccountEndError('server', answer.error.message);
  // From here on the wish is the server's: what fails now is only courtesy.
  await supabase.auth.signOut({ scope: 'others' }).catch(() => undefined);
  const { leaveDevice, unsentWrites } = await import('@/data/devices/leave-device');
  await ((await unsentWrites())
    ? signOut()
    : leaveDevice().catch((error: unknown) => console.error('The device keeps something:', error)));
  return String(answer.data);
}

/** Keeps the account after all. @throws Error */
export async function keepAccount(): Promise<void> {
  const { error } = await (await client()).rpc('withdraw_account_deletion');
  if (error) throw new Error(error.message);
  const { syncNow } = await import('@sync');
  syncNow();
}

/** Ends the sessions of all devices, this one's last. @throws Error when the server could not be told: then nothing has ended. */
export async function signOutEverywhere(): Promise<void> {
  const { error } = await (await client()).auth.signOut({ scope: 'others' });
  if (error) throw error;
  await signOut();
}
