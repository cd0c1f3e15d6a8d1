// Removes the data of signed-out accounts from this device: after a sign-out in any tab, and at each start, which ends what was interrupted.
import { isPreview, useSession } from '@/device/session/session-store';
import { whenIdle } from '@/shared/idle';
import { readStored } from '@/shared/local-storage';
import { DATABASE_PREFIXES, STORAGE_KEYS, VISITOR } from '@/shared/names';

/** The accounts that have a mirror on this device. The console's previews remove their own. */
async function storedAccounts(): Promise<string[]> {
  const databases = (await indexedDB.databases?.()) ?? [];
  const others = [VISITOR, ...(readStored(STORAGE_KEYS.previews)?.split(',') ?? [])];
  return databases
    .flatMap(({ name }) =>
      name?.startsWith(DATABASE_PREFIXES.mirror) ? name.slice(DATABASE_PREFIXES.mirror.length) : [],
    )
    .filter((account) => !others.includes(account));
}

async function empty(): Promise<void> {
  const signedIn = useSession.getState().identity?.uid;
  const left = (await storedAccounts()).filter((account) => account !== signedIn);
  if (left.length > 0) await (await import('@/features/devices/mutations')).emptySignedOut(left);
}
const later = (error: unknown) => console.error('The device is emptied at the next start:', error);

/** @param restored resolves when this page knows the signed-in account */
export function emptyDevice(restored: Promise<void>): void {
  if (isPreview) return;
  void restored.then(whenIdle).then(empty).catch(later);
  useSession.subscribe(({ identity }, before) => {
    if (before.identity && before.identity.uid !== identity?.uid) empty().catch(later);
  });
}
