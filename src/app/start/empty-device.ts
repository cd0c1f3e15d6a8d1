// Removes the data of signed-out accounts from this device: after a sign-out in any tab, and at each start, which ends what was interrupted.
import { isPreview, signedInAccounts, useSession } from '@/device/session/session-store';
import { emptySignedOut } from '@/features/devices/mutations';
import { lookUpDurable, writeDurable } from '@/shared/durable-store';
import { STORAGE_KEYS } from '@/shared/names';

/** A sign-in stores its session before its account, so another tab may be between the two for this long (ms). */
const SIGN_IN_MS = 10_000;

/** Removes the session of a sign-out that was killed before it ended. */
async function removeLeftSession(): Promise<void> {
  const session = await lookUpDurable(STORAGE_KEYS.authSession);
  if (!session) return;
  await new Promise((later) => setTimeout(later, SIGN_IN_MS));
  const isSame = (await lookUpDurable(STORAGE_KEYS.authSession)) === session;
  if (isSame && (await signedInAccounts())?.every((account) => account === undefined))
    await writeDurable(STORAGE_KEYS.authSession, null);
}

const later = (error: unknown) => console.error('The device is emptied at the next start:', error);

export function emptyDevice(): void {
  if (isPreview) return;
  emptySignedOut().then(removeLeftSession).catch(later);
  useSession.subscribe(({ identity }, before) => {
    if (before.identity && before.identity.uid !== identity?.uid) emptySignedOut().catch(later);
  });
}
