import { askAuth } from '@/device/session/link-requests';
import { sessionClient, signOut } from '@/device/session/requests';
import { currentIdentity } from '@/device/session/session-store';
import { unsentWrites } from '@/device/session/unsent-writes';
import { endDevice, noteDevice } from '@/features/devices/requests';
import { textClaim } from '@/shared/jwt';

/**
 * Verifies the password with a new sign-in, which replaces this device's session. A session with a second factor stays, because the new one would
 * lack it. @returns the service's error message; null on success
 */
async function provePassword(password: string): Promise<string | null> {
  const { auth } = await sessionClient();
  const email = currentIdentity()?.email ?? '';
  const token = (await auth.getSession()).data.session?.access_token;
  if (textClaim(token, 'aal') === 'aal2') return proveBesideSession(email, password);
  const { error } = await auth.signInWithPassword({ email, password });
  if (error) return error.message;
  // End the previous session of this device, which would otherwise stay in the device list.
  const before = textClaim(token, 'session_id');
  if (before) await endDevice(before).catch(() => undefined);
  // Name the new session, because the server now says of the stored name that it has ended.
  await noteDevice().catch(() => undefined);
  return null;
}

async function proveBesideSession(email: string, password: string): Promise<string | null> {
  try {
    const { access_token } = await askAuth('POST', 'token?grant_type=password', { email, password });
    await askAuth('POST', 'logout?scope=local', {}, String(access_token)).catch(() => undefined);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

/** Thrown when a password change fails: `current` is wrong, or the service rejected the new password (`next`). */
export class PasswordError extends Error {
  override name = 'PasswordError';
  readonly about: 'current' | 'next';
  constructor(about: 'current' | 'next', message: string) {
    super(message);
    this.about = about;
  }
}

/** Changes the password after verifying the current one. @throws PasswordError */
export async function changePassword(current: string, next: string): Promise<void> {
  const { auth } = await sessionClient();
  const wrong = await provePassword(current);
  if (wrong) throw new PasswordError('current', wrong);
  const { error } = await auth.updateUser({ password: next, current_password: current });
  if (error) throw new PasswordError('next', error.message);
}

/** Thrown when the deletion was not scheduled: the password check failed, or the server sent an error code (`administrator`, …) or message. */
export class AccountEndError extends Error {
  override name = 'AccountEndError';
  readonly about: 'password' | 'server';
  constructor(about: 'password' | 'server', message: string) {
    super(message);
    this.about = about;
  }
}

/**
 * Verifies the password, schedules the account for deletion and signs out everywhere. Deletes this device's data unless it has unsent writes.
 * @returns the time when the account will be erased
 * @throws AccountEndError
 */
export async function deleteAccount(password: string): Promise<string> {
  const supabase = await sessionClient();
  const wrong = await provePassword(password);
  if (wrong) throw new AccountEndError('password', wrong);
  const answer = await supabase.rpc('request_account_deletion');
  if (answer.error) throw new AccountEndError('server', answer.error.message);
  // From here on, ignore failures, because the server has already scheduled the deletion.
  await supabase.auth.signOut({ scope: 'others' }).catch(() => undefined);
  const { leaveDevice } = await import('@/features/devices/mutations');
  await ((await unsentWrites().catch(() => 'unreadable'))
    ? signOut()
    : leaveDevice().catch((error: unknown) => console.error('The device keeps something:', error)));
  return String(answer.data);
}

/** Cancels the scheduled deletion. @throws Error */
export async function keepAccount(): Promise<void> {
  const { error } = await (await sessionClient()).rpc('withdraw_account_deletion');
  if (error) throw new Error(error.message);
  const { syncNow } = await import('@sync');
  syncNow();
}

/** Ends the sessions of all devices, this one last. @throws Error when the server does not respond; then no session has ended */
export async function signOutEverywhere(): Promise<void> {
  const { error } = await (await sessionClient()).auth.signOut({ scope: 'others' });
  if (error) throw error;
  await signOut();
}
