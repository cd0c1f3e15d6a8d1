import { writeJournal } from '@sync';
import type { JournalData, MutableKind } from '@/domain/journal';
import type { Profile } from '@/domain/profile';

/** Writes the fields that changed, each with its own time: two devices that change different ones both win. */
export async function saveProfile(change: Partial<Profile>): Promise<void> {
  await writeJournal('profile', 'me', (before, at): JournalData['profile'] => {
    const fresh = Object.entries(change).map(([field, value]) => [field, { value, at }]);
    return { fields: { ...before?.data.fields, ...Object.fromEntries(fresh) } };
  });
}

/** Switches a kind of notifications off or on, on every device and for the server that makes them. */
export async function setMuted(kind: MutableKind, muted: boolean): Promise<void> {
  await writeJournal('profile', 'me', (before, at): JournalData['profile'] => ({
    fields: { ...before?.data.fields, [`notify_${kind}`]: { value: muted ? 'off' : '', at } },
  }));
}
