import { forgetAccount } from '@sync';
import { signOut } from '@/device/session/requests';
import { currentIdentity } from '@/device/session/session-store';
import { forgetDrafts } from '@/device/text-drafts';
import { forgetUploads } from '@/device/transfers/stored-uploads';
import { forgetDownloads } from '@/features/downloads/mutations/download-service';
import { writeRecord } from '@/features/downloads/mutations/record';
import { forgetCachedFiles } from '@/features/resources/requests/resource-cache';
import { removeStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';

/** Deletes all data of an account on this device: mirror, journal, downloads, uploads, cached files, drafts. DANGER: this includes unsent writes. */
async function forgetEverything(account: string): Promise<void> {
  writeRecord(undefined);
  for (const key of [STORAGE_KEYS.testPlaces, STORAGE_KEYS.waiting, STORAGE_KEYS.notedSession]) writeStored(key, null);
  forgetDrafts(account);
  removeStored(`${STORAGE_KEYS.console}:${account}:`);
  await forgetDownloads(account);
  await forgetAccount(account);
  await forgetUploads(account);
  await forgetCachedFiles(account);
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
