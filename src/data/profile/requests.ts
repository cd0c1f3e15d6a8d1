import { backendConfig } from '@/config/env';
import { signOut } from '@/data/session/requests';
import { currentIdentity } from '@/data/session/session-store';

async function client() {
  const { supabase } = await import('@sync');
  return supabase(backendConfig(location.origin));
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
  const known = await auth.signInWithPassword({ email: currentIdentity()?.email ?? '', password: current });
  if (known.error) throw new PasswordError('current', known.error.message);
  const { error } = await auth.updateUser({ password: next });
  if (error) throw new PasswordError('next', error.message);
}

/** Ends the sessions of all devices, this one's last. @throws Error when the server could not be told: then nothing has ended. */
export async function signOutEverywhere(): Promise<void> {
  const { error } = await (await client()).auth.signOut({ scope: 'others' });
  if (error) throw error;
  await signOut();
}
