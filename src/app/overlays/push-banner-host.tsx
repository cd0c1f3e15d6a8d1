import { Suspense, useEffect, useState } from 'react';
import { PUSH_BANNER_EVENT } from '@/config/persisted-names';
import { useAccount } from '@/data/session/session-store';
import { lazyWithRetry } from '@/lib/lazy-with-retry';
import { useDoNotDisturb } from '@/widgets/do-not-disturb';

const PushBanner = lazyWithRetry(() =>
  import('@/widgets/shell/notifications/push-banner').then((module) => module.PushBanner),
);

/** Shows the last push message that arrived while the app is open. Rule: hidden in lessons and quizzes; the bell's list has it too. */
export function PushBannerHost() {
  const undisturbed = useDoNotDisturb();
  const account = useAccount();
  const [message, setMessage] = useState<unknown>(null);
  useEffect(() => {
    const show = (event: Event) => setMessage((event as CustomEvent<unknown>).detail);
    window.addEventListener(PUSH_BANNER_EVENT, show);
    return () => window.removeEventListener(PUSH_BANNER_EVENT, show);
  }, []);
  if (!message || !account || undisturbed) return null;
  return (
    <Suspense>
      <PushBanner message={message} onClose={() => setMessage(null)} />
    </Suspense>
  );
}
