import { leaving, sessionClient, signOut } from '@/device/session/requests';
import { currentIdentity, updateIdentity } from '@/device/session/session-store';
import { askIsAdmin, enter } from '@/device/session/sign-in-requests';
import { cleanText } from '@/shared/clean-text';

/** `rejected`: the account is not an administrator, or not yet. `nobody`: the auth service accepted the password but returned no account. */
export type ConsoleSignIn = 'admin' | 'rejected' | 'nobody';

/**
 * Signs in to the console. An account without administrator rights is signed out again; its unsent writes stay on the device.
 * @throws Error with the auth service's message, or if the server does not return the rights
 */
export async function signInToConsole(email: string, password: string): Promise<ConsoleSignIn> {
  await leaving;
  const { data, error } = await (await sessionClient()).auth.signInWithPassword({
    email: cleanText(email).trim(),
    password,
  });
  if (error) throw error;
  if (!data.user) return 'nobody';
  const isAdmin = await askIsAdmin().catch(async (failure: unknown) => {
    await signOut();
    throw failure;
  });
  if (!isAdmin) {
    await signOut();
    return 'rejected';
  }
  await enter(data.user);
  return 'admin';
}

/** Asks the server whether the account is an administrator and stores the result. @returns the stored result if the server does not respond */
export async function checkAdmin(): Promise<boolean> {
  const identity = currentIdentity();
  if (!identity) return false;
  const isAdmin = await askIsAdmin().catch(() => identity.is_admin);
  updateIdentity(identity.uid, { is_admin: isAdmin });
  return isAdmin;
}
