import { forgetAccount } from '@sync';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { forgetDownloads } from '@/data/downloads/download-service';
import { writeRecord } from '@/data/downloads/record';
import { forgetCachedFiles } from '@/data/resources/resource-cache';
import { writeStored } from '@/lib/local-storage';
import { signOut } from '../session/requests';
import { currentIdentity } from '../session/session-store';

/** Deletes all data of an account on this device: mirror, journal, downloads, cached files. DANGER: this includes unsent writes. */
async function forgetEverything(account: string): Promise<void> {
  writeRecord(undefined);
  await forgetDownloads(account);
  await forgetAccount(account);
  await forgetCachedFiles(account);
  writeStored(STORAGE_KEYS.testPlaces, null);
}

/**
 * Deletes the account's data on this device. Signs out first, so that sync does not store new data during the deletion.
 * @throws Error if something could not be deleted
 */
export async function leaveDevice(): Promise<void> {
  const account = currentIdentity()?.uid;
  await signOut();
  if (account) await forgetEverything(account);
}
