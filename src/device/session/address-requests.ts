import * as v from 'valibot';
import { paths } from '@/shared/paths';
import { askAuth } from './link-requests';
import { sessionClient } from './requests';

// Confirmation of the account's e-mail address, which administrator rights and plans assigned to the address require.

const addressSchema = v.object({
  email: v.fallback(v.string(), ''),
  proven: v.boolean(),
});
export type AddressState = v.InferOutput<typeof addressSchema>;

/** @returns the state of the account's address; null if the account has no address @throws Error when the request fails */
export async function askAddress(): Promise<AddressState | null> {
  const { data, error } = await (await sessionClient()).rpc('my_address');
  if (error) throw error;
  return v.parse(v.nullable(addressSchema), data);
}

async function session(): Promise<string> {
  const { data } = await (await sessionClient()).auth.getSession();
  if (!data.session) throw new Error('no session');
  return data.session.access_token;
}

/**
 * Requests an e-mail with a confirmation link to the account's address. @param landing the page to open after the link
 * @throws Error with the auth service's message
 */
export async function sendAddressLink(landing: string): Promise<void> {
  const redirect = `${location.origin}${paths.loginLink}?from=${encodeURIComponent(landing)}`;
  await askAuth('POST', `address/link?redirect_to=${encodeURIComponent(redirect)}`, {}, await session());
}
