import { readStored } from '@/shared/local-storage';
import { DATABASE_PREFIXES, STORAGE_KEYS, VISITOR } from '@/shared/names';

/** The accounts that have a mirror on this device. The console's previews remove their own. */
export async function storedAccounts(): Promise<string[]> {
  const databases = (await indexedDB.databases?.()) ?? [];
  const others = [VISITOR, ...(readStored(STORAGE_KEYS.previews)?.split(',') ?? [])];
  return databases
    .flatMap(({ name }) =>
      name?.startsWith(DATABASE_PREFIXES.mirror) ? name.slice(DATABASE_PREFIXES.mirror.length) : [],
    )
    .filter((account) => !others.includes(account));
}
