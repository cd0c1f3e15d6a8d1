import { openJournal, syncStatus } from '@sync';
import { firstValue } from '@/lib/first-value';
import { currentIdentity, isPreview } from './session-store';

/** Number of writes that exist only on this device. Reads the journal, because after a cold start the engine has not counted them yet. */
export async function unsentWrites(): Promise<number> {
  const account = currentIdentity()?.uid;
  if (!account || isPreview) return 0;
  const { pending$ } = await openJournal(account);
  return (await firstValue(pending$)).length;
}

/** `unsentWrites` for the warning at sign-out; never throws: if the journal is unreadable, returns the engine's count. */
export async function pendingWrites(): Promise<number> {
  try {
    return await unsentWrites();
  } catch (error) {
    console.error('The journal could not be read:', error);
    return syncStatus.get().pending;
  }
}
