import { useEffect } from 'react';
import { overlays } from '@/app/text/overlays';
import { useOnline } from '@/device/use-online';
import { common } from '@/shared/text/common';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';

/** Shown when the stored plan is too old and the server is unreachable (decision 14). */
export function LeaseExpired({ onRetry }: { onRetry: () => void }) {
  const online = useOnline();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once when the network returns
  useEffect(() => {
    const returned = () => onRetry();
    window.addEventListener('online', returned);
    return () => window.removeEventListener('online', returned);
  }, []);
  return (
    <main className="mx-auto grid min-h-[80dvh] max-w-lg place-items-center px-4">
      <Notice
        headingLevel={1}
        kind="offline"
        title={overlays.connectTitle}
        action={
          <Button kind="primary" onClick={onRetry}>
            {common.retry}
          </Button>
        }
      >
        <p>{overlays.connectText}</p>
        {!online && <p className="mt-2">{overlays.connectOffline}</p>}
      </Notice>
    </main>
  );
}
