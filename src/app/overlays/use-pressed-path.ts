import { useEffect, useEffectEvent } from 'react';
import { OPEN_PATH, PAGE_ANSWERS } from '@/shared/names';
import { safePath } from '@/shared/safe-path';
import { OFFER_EVENT, useOpenPath } from './use-open-path';

/** Opens the path of a pressed system notification with this page's router. */
export function usePressedPath(): void {
  const openPath = useEffectEvent(useOpenPath());
  useEffect(() => {
    const hear = ({
      data,
      ports: [port],
    }: MessageEvent<{ type?: unknown; path?: unknown; message?: object } | null>) => {
      if (data?.type !== OPEN_PATH || !port) return;
      const path = safePath(data.path);
      if (path !== null && openPath(path)) {
        port.postMessage(PAGE_ANSWERS.opened);
        return;
      }
      // A lesson or a quiz is open here, so the worker opens the path in another window. Show the banner here too: the learner asked for the message.
      window.dispatchEvent(new CustomEvent(OFFER_EVENT, { detail: data.message ?? {} }));
      port.postMessage(PAGE_ANSWERS.busy);
    };
    navigator.serviceWorker?.addEventListener('message', hear);
    return () => navigator.serviceWorker?.removeEventListener('message', hear);
  }, []);
}
