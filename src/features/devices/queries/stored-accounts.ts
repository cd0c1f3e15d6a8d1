import { readStored } from '@/shared/local-storage';
import { DATABASE_PREFIXES, STORAGE_KEYS, VISITOR } from '@/shared/names';

/** The name of an account's mirror, and those of RxDB's databases of its outbox, which continue with `--`. */
const named = new RegExp(`(?:^${DATABASE_PREFIXES.mirror}|${DATABASE_PREFIXES.outbox})(.+?)(?:--|$)`);

/** The accounts that have a mirror or an outbox on this device. The console's previews remove their own. */
export async function storedAccounts(): Promise<string[]> {
  const databases = (await indexedDB.databases?.()) ?? [];
  const others = [VISITOR, ...(readStored(STORAGE_KEYS.previews)?.split(',') ?? [])];
  const accounts = databases.flatMap(({ name = '' }) => named.exec(name)?.[1] ?? []);
  return [...new Set(accounts)].filter((account) => !others.includes(account));
}
