import { type AddressState, askAddress } from '@/device/session/address-requests';
import { leaving, sessionClient, signOut } from '@/device/session/requests';
import { currentIdentity, updateIdentity } from '@/device/session/session-store';
import { askIsAdmin, enter } from '@/device/session/sign-in-requests';
import { cleanText } from '@/shared/clean-text';

/**
 * `rejected`: the account is not an administrator. `unproven`: the account is signed in and becomes an administrator once it has confirmed
 * its e-mail address. `nobody`: the auth service accepted the password but returned no account.
 */
export type ConsoleSignIn = 'admin' | 'rejected' | 'unproven' | 'nobody';

/**
 * Signs in to the console. An account that neither has nor awaits administrator rights is signed out again; its unsent writes stay on the device.
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
  if (!isAdmin && !(await rightsWait())) {
    await signOut();
    return 'rejected';
  }
  await enter(data.user);
  return isAdmin ? 'admin' : 'unproven';
}

/** True if the account becomes an administrator once it has confirmed its e-mail address; false if the server does not respond. */
async function rightsWait(): Promise<boolean> {
  const address: AddressState | null = await askAddress().catch(() => null);
  return address?.admin_waits === true && !address.proven;
}

/** Asks the server whether the account is an administrator and stores the result. @returns the stored result if the server does not respond */
export async function checkAdmin(): Promise<boolean> {
  const identity = currentIdentity();
  if (!identity) return false;
  const isAdmin = await askIsAdmin().catch(() => identity.is_admin);
  updateIdentity(identity.uid, { is_admin: isAdmin });
  return isAdmin;
}
