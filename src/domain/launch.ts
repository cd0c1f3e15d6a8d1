/** Signing up for the launch of the store: what counts as an address, and when one has signed up already (specification 3 §4). */
import { LAUNCH_REPEAT_MS } from '@/config/form-limits';
import type { StoredJournalDoc } from './journal';

/** Where the form stands. Twin: store_launch_notifications.source. */
export type LaunchSource = 'store_page' | 'admin_page' | 'dashboard';

/** Longest address. Twin: store_launch_notifications, demo_requests. */
const EMAIL_LENGTH = 320;

/** Something on both sides of an '@'; more the server does not ask either. */
export const isEmailLike = (text: string): boolean =>
  /^[^\s@]+@[^\s@]+$/.test(text.trim()) && text.trim().length <= EMAIL_LENGTH;

/** `new`: to be kept; `today` and `earlier`: this device has kept it already, and that is success. */
export type SignUp = 'new' | 'today' | 'earlier';

/** The sign-ups of this address that the device holds. */
export function earlierSignUps(
  email: string,
  forms: readonly StoredJournalDoc<'form'>[],
): readonly StoredJournalDoc<'form'>[] {
  const address = email.trim().toLowerCase();
  return forms.filter(({ data }) => data.form === 'launch' && data.payload.email?.toLowerCase() === address);
}

export function signUpOf(earlier: readonly StoredJournalDoc<'form'>[], now: number): SignUp {
  if (earlier.length === 0) return 'new';
  return earlier.some(({ at }) => Math.abs(now - at) < LAUNCH_REPEAT_MS) ? 'today' : 'earlier';
}
