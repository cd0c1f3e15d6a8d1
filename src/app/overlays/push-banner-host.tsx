import { Suspense, useEffect, useState } from 'react';
import { PUSH_BANNER_EVENT } from '@/config/persisted-names';
import { useAccount } from '@/data/session/session-store';
import { lazyWithRetry } from '@/lib/lazy-with-retry';
import { useDoNotDisturb } from '@/widgets/do-not-disturb';

const PushBanner = lazyWithRetry(() =>
  import('@/widgets/shell/notifications/push-banner').then((module) => module.PushBanner),
);
/** True if the learner pressed the system notification of this message. The banner of such a message may show over a lesson. */
const isPressed = (message: unknown) => typeof message === 'object' && message !== null && 'pressed' in message;

/**
 * Shows the last push message that arrived while the product is open. Rule: over a lesson or a quiz, show a message only if the learner has pressed
 * its system notification. Every other message stays in the system's notifications and in the bell.
 */
export function PushBannerHost() {
  const doNotDisturb = useDoNotDisturb();
  const account = useAccount();
  const [shown, setShown] = useState<{ message: unknown; account: string }>();
  useEffect(() => {
    if (!account) return;
    const show = (event: Event) => setShown({ message: (event as CustomEvent<unknown>).detail, account });
    window.addEventListener(PUSH_BANNER_EVENT, show);
    return () => window.removeEventListener(PUSH_BANNER_EVENT, show);
  }, [account]);
  // Never show one account's message to the next account.
  if (!account || shown?.account !== account) return null;
  if (!shown.message || (doNotDisturb && !isPressed(shown.message))) return null;
  return (
    <Suspense>
      <PushBanner message={shown.message} onClose={() => setShown(undefined)} />
    </Suspense>
  );
}
