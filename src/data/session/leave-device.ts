import { forgetAccount, openJournal } from '@sync';
import { STORAGE_KEYS } from '@/config/storage-keys';
import { forgetDownloads } from '@/data/downloads/runtime';
import { forgetKeptFiles } from '@/data/resources/kept-files';
import { writeStored } from '@/lib/local-storage';
import { signOut } from './requests';
import { currentIdentity } from './session-store';

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
  return new Promise((resolve, reject) => {
    const heard = pending$.subscribe({
      next(docs) {
        resolve(docs.length);
        queueMicrotask(() => heard.unsubscribe());
      },
      error: reject,
    });
  });
}

/** Signs out first, so that nothing comes back while it is removed. @throws Error when something stayed. */
export async function leaveDevice(): Promise<void> {
  const account = currentIdentity()?.uid;
  await signOut();
  if (account) await forgetEverything(account);
}
