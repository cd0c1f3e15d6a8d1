import { useEffect, useState } from 'react';
import { useOnline } from '@/device/use-online';
import { common } from '@/shared/text/common';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { CODE_LATE_MS } from '../rules/in-time';
import { consoleText as text } from '../text/console';
import { SkeletonRows } from './remote-states';

/**
 * Placeholder of a part of the console whose code is still loading. Without a network, code that was never opened on this device cannot load;
 * `lazyWithRetry` tries again, so the part appears by itself.
 */
export function CodeFallback({ rows = 6 }: { rows?: number }) {
  const online = useOnline();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), CODE_LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!online)
    return (
      <Notice kind="offline" title={text.offlineTitle}>
        {text.codeOffline}
      </Notice>
    );
  return late ? (
    <Notice
      kind="error"
      title={text.codeLateTitle}
      action={<Button onClick={() => location.reload()}>{common.reload}</Button>}
    >
      {text.codeLate}
    </Notice>
  ) : (
    <SkeletonRows rows={rows} />
  );
}
