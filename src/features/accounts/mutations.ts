import { writeJournal } from '@sync';
import type { JournalData, MutableKind } from '@/shared/journal';
import type { Profile } from './rules/profile';

/** Writes the changed fields, each with its own timestamp, so that changes of different fields on two devices both survive. */
export async function saveProfile(change: Partial<Profile>): Promise<void> {
  await writeJournal('profile', 'me', (before, at): JournalData['profile'] => {
    const fresh = Object.entries(change).map(([field, value]) => [field, { value, at }]);
    return { fields: { ...before?.data.fields, ...Object.fromEntries(fresh) } };
  });
}

/** Mutes or unmutes a kind of notification on all devices, and on the server, which creates the notifications. */
export async function setMuted(kind: MutableKind, muted: boolean): Promise<void> {
  await writeJournal('profile', 'me', (before, at): JournalData['profile'] => ({
    fields: { ...before?.data.fields, [`notify_${kind}`]: { value: muted ? 'off' : '', at } },
  }));
}
