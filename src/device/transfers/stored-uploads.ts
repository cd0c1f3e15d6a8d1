import Dexie from 'dexie';
import { removePrivateFolder } from '@/device/transfers/private-files';
import { uploadsName } from '@/shared/names';

// Counts and deletes stored uploads outside the console. Opens the database without a schema, because the schema belongs to the console's code.

/** Number of uploads that are not complete, so their files exist only on this device. Creates no database. */
export async function unfinishedUploads(account: string): Promise<number> {
  if (!(await Dexie.exists(uploadsName(account)))) return 0;
  const database = await new Dexie(uploadsName(account)).open();
  try {
    return await database.table('uploads').count();
  } finally {
    database.close();
  }
}

/** Deletes an account's upload queue and the copies of its files. DANGER: this includes unfinished uploads. */
export async function forgetUploads(account: string): Promise<void> {
  await Dexie.delete(uploadsName(account));
  await removePrivateFolder(uploadsName(account));
}
