/**
 * What a learner says about themselves: what is shown of it, and what a form changes.
 * Guarantees: pure; a form writes only the fields that were changed in it, so that another device's change of the others stays.
 */

import type { ProfileRow } from './account-rows';
import { type JournalData, type MutableKind, mutableKinds, type ProfileField } from './journal';

export type Profile = Record<ProfileField, string>;

export const profileFields = [
  'full_name',
  'job_title',
  'location',
  'website',
  'bio',
] as const satisfies readonly ProfileField[];

/** What the device wrote stands over what the server has said: it is the newer one, or the same. */
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

/** An address with its beginning, '' for nothing, null for what is no address of a site. */
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

/** The kinds of notifications that are switched off, this device's unsent choice included. */
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
