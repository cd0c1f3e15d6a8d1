import { emptyAccount, forgetAccount } from '@sync';
import { signOut } from '@/device/session/requests';
import { currentIdentity, signedInAccounts, withAccountLock } from '@/device/session/session-store';
import { forgetDrafts } from '@/device/text-drafts';
import { forgetUploads } from '@/device/transfers/stored-uploads';
import { forgetDownloads } from '@/features/downloads/mutations/download-service';
import { storedRecord, writeRecord } from '@/features/downloads/mutations/record';
import { forgetCachedFiles } from '@/features/resources/requests/resource-cache';
import { removeStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';
import { storedAccounts } from './queries/stored-accounts';

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
export const leaveDevice = (): Promise<void> =>
  // With the lock, nothing else removes or opens the account's data meanwhile.
  withAccountLock(async () => {
    const account = currentIdentity()?.uid;
    await signOut();
    if (account) await forgetEverything(account);
  });

/**
 * Removes the data of signed-out accounts from this device. Downloads stay, locked, and so does what only this device has: unsent and rejected
 * writes, drafts and uploads.
 */
export const emptySignedOut = (): Promise<void> =>
  withAccountLock(async () => {
    const signedIn = await signedInAccounts();
    if (!signedIn) return;
    for (const account of await storedAccounts()) {
      if (signedIn.includes(account)) continue;
      const record = storedRecord();
      // Rule: change the record first, so that the removal never counts as an eviction.
      if (record?.account === account)
        writeRecord({ account, journal: 0, mirror: 0, videos: record.videos, models: [] });
      writeStored(STORAGE_KEYS.testPlaces, null);
      await forgetCachedFiles(account);
      if ((await emptyAccount(account)) === 0) writeStored(STORAGE_KEYS.waiting, null);
    }
  });

/** Deletes the unsent writes of an account that has signed out. DANGER: only this device has them. */
export const discardUnsent = (account: string): Promise<void> =>
  withAccountLock(async () => {
    if ((await signedInAccounts())?.includes(account)) return;
    await forgetAccount(account);
    writeStored(STORAGE_KEYS.waiting, null);
  });
