import { forgetAccount } from '@sync';
import { STORAGE_KEYS } from '@/config/names';
import { forgetDownloads } from '@/data/downloads/download-service';
import { writeRecord } from '@/data/downloads/record';
import { forgetDrafts } from '@/data/drafts/text-drafts';
import { forgetCachedFiles } from '@/data/resources/resource-cache';
import { removeStored, writeStored } from '@/lib/local-storage';
import { forgetUploads } from '@/transfers/stored-uploads';
import { signOut } from '../session/requests';
import { currentIdentity } from '../session/session-store';

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
