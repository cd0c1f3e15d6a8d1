import { openOutbox, syncStatus } from '@sync';
import { currentIdentity, isPreview } from './session-store';

/** Number of writes that exist only on this device. Reads the outbox, because after a cold start the engine has not counted them yet. */
export async function unsentWrites(): Promise<number> {
  const account = currentIdentity()?.uid;
  if (!account || isPreview) return 0;
  return (await openOutbox(account)).count('pending');
}

/** `unsentWrites` for the warning at sign-out; never throws: if the outbox is unreadable, returns the engine's count. */
export async function pendingWrites(): Promise<number> {
  try {
    return await unsentWrites();
  } catch (error) {
    console.error('The outbox could not be read:', error);
    return syncStatus.getState().pending;
  }
}
