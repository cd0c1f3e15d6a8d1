/**
 * The learner's profile: the displayed values, and the changes of a form.
 * Guarantees: pure; a form writes only its changed fields, so that changes of other fields on another device survive.
 */

import type { ProfileRow } from '@/shared/account-rows';
import type { JournalData, MutableKind, ProfileField } from '@/shared/journal';
import { mutableKinds } from '@/shared/kinds';

export type Profile = Record<ProfileField, string>;

export const profileFields = [
  'full_name',
  'job_title',
  'location',
  'website',
  'bio',
] as const satisfies readonly ProfileField[];

/** Values written on this device override the server's, because they are newer or equal. */
export function foldProfile(
  row: Pick<ProfileRow, ProfileField> | null,
  written: JournalData['profile']['fields'] | undefined,
): Profile {
  const pick = (field: ProfileField) => written?.[field]?.value ?? row?.[field] ?? '';
  return {
    full_name: pick('full_name'),
    bio: pick('bio'),
    job_title: pick('job_title'),
    location: pick('location'),
    website: pick('website'),
  };
}

/** Completes a typed URL with its scheme; returns '' for empty input, null if the text is not the URL of a website. */
export function websiteOf(text: string): string | null {
  const trimmed = text.trim();
  if (!trimmed) return '';
  const whole = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(whole) || /\s/.test(whole)) return null;
  const { protocol, hostname } = new URL(whole);
  return /^https?:$/.test(protocol) && /[^.]\.[^.]/.test(hostname) ? whole : null;
}

export const changedFields = (before: Profile, after: Profile): Partial<Profile> =>
  Object.fromEntries(
    profileFields.filter((field) => before[field] !== after[field]).map((field) => [field, after[field]]),
  );

/** Muted kinds of notifications, including unsent changes of this device. */
export function foldMuted(
  muted: readonly string[],
  written: JournalData['profile']['fields'] | undefined,
): Set<MutableKind> {
  return new Set(
    mutableKinds.filter((kind) =>
      written?.[`notify_${kind}`] ? written[`notify_${kind}`]?.value === 'off' : muted.includes(kind),
    ),
  );
}
