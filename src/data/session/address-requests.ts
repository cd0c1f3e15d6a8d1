import { paths } from '@/config/paths';
import { askAuth } from './link-requests';
import { sessionClient } from './requests';
import { updateIdentity } from './session-store';

// The proof of the account's e-mail address. Administration rights and plans that belong to the address require it.

export interface AddressState {
  email: string;
  proven: boolean;
  /** The address is an administrator's, and its rights wait for the proof. */
  admin_waits: boolean;
  /** A plan was bought for the address, and it waits for the proof. */
  plan_waits: boolean;
}

/** @throws Error if the server cannot be asked */
export async function askAddress(): Promise<AddressState | null> {
  const { data, error } = await (await sessionClient()).rpc('my_address');
  if (error) throw error;
  if (typeof data !== 'object' || data === null) return null;
  const { email, proven, admin_waits, plan_waits } = data as Record<string, unknown>; // our own server's; each member is checked
  return {
    email: String(email ?? ''),
    proven: proven === true,
    admin_waits: admin_waits === true,
    plan_waits: plan_waits === true,
  };
}

async function session(): Promise<string> {
  const { data } = await (await sessionClient()).auth.getSession();
  if (!data.session) throw new Error('no session');
  return data.session.access_token;
}

/**
 * Requests a link to the account's own address. @param landing the page that the link opens
 * @throws Error with the auth service's own words
 */
export async function sendAddressLink(landing: string): Promise<void> {
  const redirect = `${location.origin}${paths.loginLink}?from=${encodeURIComponent(landing)}`;
  await askAuth('POST', `address/link?redirect_to=${encodeURIComponent(redirect)}`, {}, await session());
}

/** Corrects an address that is not proven. @throws Error with the auth service's own words */
export async function correctAddress(uid: string, email: string): Promise<void> {
  await askAuth('PUT', 'address', { email }, await session());
  // The new address is in the next access token.
  await (await sessionClient()).auth.refreshSession();
  updateIdentity(uid, { email: email.trim().toLowerCase() });
}
