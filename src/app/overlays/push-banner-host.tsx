import { Suspense, useEffect, useState } from 'react';
import { useDoNotDisturb } from '@/device/do-not-disturb';
import { useAccount } from '@/device/session/session-store';
import { PUSH_BANNER_EVENT } from '@/shared/names';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { OFFER_EVENT } from './use-open-path';

const PushBanner = lazyWithRetry(() =>
  import('@/features/notifications/widgets/push-banner').then((module) => module.PushBanner),
);

interface Shown {
  message: unknown;
  account: string;
  /** True if the learner asked for the message: a launch, or a pressed system notification. */
  offered: boolean;
}

/**
 * Shows the last push message that arrived while the product is open, or the path that the learner wanted to open. Rule: over a lesson or a quiz, show
 * only what the learner asked for. Every other message stays in the system's notifications and in the bell.
 */
export function PushBannerHost() {
  const doNotDisturb = useDoNotDisturb();
  const account = useAccount();
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    if (!account) return;
    const end = new AbortController();
    for (const name of [PUSH_BANNER_EVENT, OFFER_EVENT])
      window.addEventListener(
        name,
        (event) =>
          setShown({ message: (event as CustomEvent<unknown>).detail, account, offered: name === OFFER_EVENT }),
        { signal: end.signal },
      );
    return () => end.abort();
  }, [account]);
  // Never show one account's message to the next account.
  if (!account || shown?.account !== account) return null;
  if (!shown.message || (doNotDisturb && !shown.offered)) return null;
  return (
    <Suspense>
      <PushBanner message={shown.message} offered={shown.offered} onClose={() => setShown(undefined)} />
    </Suspense>
  );
}
