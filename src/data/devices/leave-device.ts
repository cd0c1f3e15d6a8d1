import { forgetAccount, openJournal } from '@sync';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { forgetDownloads } from '@/data/downloads/download-service';
import { forgetKeptFiles } from '@/data/resources/resource-cache';
import { firstValue } from '@/lib/first-value';
import { writeStored } from '@/lib/local-storage';
import { signOut } from '../session/requests';
import { currentIdentity } from '../session/session-store';

/** Removes everything of an account from this device: mirror, journal, downloads, files that were opened. Danger: what waits to be sent, too. */
async function forgetEverything(account: string): Promise<void> {
  await forgetDownloads(account);
  await forgetAccount(account);
  await forgetKeptFiles(account);
  writeStored(STORAGE_KEYS.testPlaces, null);
}

/** What is on this device alone. Asked of the journal itself: the engine that counts may not have started yet. */
export async function unsentWrites(): Promise<number> {
  const account = currentIdentity()?.uid;
  if (!account) return 0;
  const { pending$ } = await openJournal(account);
  return (await firstValue(pending$)).length;
}

/** Signs out first, so that nothing comes back while it is removed. @throws Error when something stayed. */
export async function leaveDevice(): Promise<void> {
  const account = currentIdentity()?.uid;
  await signOut();
  if (account) await forgetEverything(account);
}
