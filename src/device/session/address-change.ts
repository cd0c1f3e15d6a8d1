import { cleanText } from '@/shared/clean-text';
import { paths } from '@/shared/paths';
import { askAuth } from './link-requests';
import { sessionClient } from './requests';

// The change of a confirmed e-mail address. Apart from address-requests.ts, because the dashboard loads that one.

/** True if the auth service changes a confirmed address: that of a Supabase project which confirms addresses; the embedded backend does not. */
export async function canChangeAddress(): Promise<boolean> {
  return (await askAuth('GET', 'settings')).mailer_autoconfirm === false;
}

/**
 * Requests the change of a confirmed address: it happens once the links to the old and to the new address are opened.
 * @param landing the page to open after the second link @throws Error with the auth service's message
 */
export async function changeAddress(typed: string, landing: string): Promise<void> {
  const email = cleanText(typed).trim().toLowerCase();
  const emailRedirectTo = `${location.origin}${paths.loginLink}?from=${encodeURIComponent(landing)}`;
  const { error } = await (await sessionClient()).auth.updateUser({ email }, { emailRedirectTo });
  if (error) throw error;
}
