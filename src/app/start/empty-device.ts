// Removes the data of signed-out accounts from this device: after a sign-out in any tab, and at each start, which ends what was interrupted.
import { isPreview, useSession } from '@/device/session/session-store';
import { emptySignedOut } from '@/features/devices/mutations';
import { storedAccounts } from '@/features/devices/queries/stored-accounts';

async function empty(): Promise<void> {
  const signedIn = useSession.getState().identity?.uid;
  const left = (await storedAccounts()).filter((account) => account !== signedIn);
  if (left.length > 0) await emptySignedOut(left);
}
const later = (error: unknown) => console.error('The device is emptied at the next start:', error);

export function emptyDevice(): void {
  if (isPreview) return;
  empty().catch(later);
  useSession.subscribe(({ identity }, before) => {
    if (before.identity && before.identity.uid !== identity?.uid) empty().catch(later);
  });
}
