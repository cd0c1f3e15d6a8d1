/** Sign-up for the store's launch: validates the address and finds earlier sign-ups (specification 3 §4). */
import { LAUNCH_REPEAT_MS } from '@/shared/app-limits';
import { cleanText } from '@/shared/clean-text';
import type { StoredJournalDoc } from '@/shared/journal';
import type { launchSources } from '@/shared/kinds';
import { EMAIL_LENGTH } from '@/shared/limits';

/** Page of the form. */
export type LaunchSource = (typeof launchSources)[number];

/** True if the text has characters on both sides of an '@' and is not too long; the server checks no more than this. */
export const isEmailLike = (text: string): boolean =>
  /^[^\s@]+@[^\s@]+$/.test(cleanText(text).trim()) && cleanText(text).trim().length <= EMAIL_LENGTH;

/** `new`: the address must be stored; `today`, `earlier`: this device has already stored it, and the form reports success. */
export type SignUp = 'new' | 'today' | 'earlier';

/** Sign-ups of this address that the device has stored. */
export function earlierSignUps(
  email: string,
  forms: readonly StoredJournalDoc<'form'>[],
): readonly StoredJournalDoc<'form'>[] {
  const address = cleanText(email).trim().toLowerCase();
  return forms.filter(({ data }) => data.form === 'launch' && data.payload.email?.toLowerCase() === address);
}

export function signUpOf(earlier: readonly StoredJournalDoc<'form'>[], now: number): SignUp {
  if (earlier.length === 0) return 'new';
  return earlier.some(({ at }) => Math.abs(now - at) < LAUNCH_REPEAT_MS) ? 'today' : 'earlier';
}
