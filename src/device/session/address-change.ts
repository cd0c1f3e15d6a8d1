import { cleanText } from '@/shared/clean-text';
import { paths } from '@/shared/paths';
import { askAuth } from './link-requests';
import { sessionClient } from './requests';

// The change of an e-mail address. Apart from address-requests.ts, because the dashboard loads that one.

/** True if the auth service changes a confirmed address: that of a Supabase project which confirms addresses; the embedded backend does not. */
export async function canChangeAddress(): Promise<boolean> {
  return (await askAuth('GET', 'settings')).mailer_autoconfirm === false;
}

/**
 * Requests a change of the address. The embedded backend, for an address that is not confirmed, mails a link to the new one and needs the current
 * password. A Supabase project, for a confirmed one, mails a link to each. The account keeps its address until all of them are opened.
 * @param landing the page to open after the last link @throws Error with the auth service's message
 */
export async function changeAddress(typed: string, landing: string, current_password?: string): Promise<void> {
  const email = cleanText(typed).trim().toLowerCase();
  const emailRedirectTo = `${location.origin}${paths.loginLink}?from=${encodeURIComponent(landing)}`;
  const { auth } = await sessionClient();
  const { error } = await auth.updateUser(
    { email, ...(current_password && { current_password }) },
    { emailRedirectTo },
  );
  if (error) throw error;
}
