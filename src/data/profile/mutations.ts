import { writeJournal } from '@sync';
import type { JournalData } from '@/domain/journal';
import type { Profile } from '@/domain/profile';

/** Writes the fields that changed, each with its own time: two devices that change different ones both win. */
export async function saveProfile(change: Partial<Profile>): Promise<void> {
  await writeJournal('profile', 'me', (before, at): JournalData['profile'] => {
    const fresh = Object.entries(change).map(([field, value]) => [field, { value, at }]);
    return { fields: { ...before?.data.fields, ...Object.fromEntries(fresh) } };
  });
}
