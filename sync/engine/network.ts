/** Reports the browser's network state and the page's visibility. */
import type { Network } from './loop';

/** Calls `run` whenever the page becomes hidden, because a page may be closed without a later event. @returns a function that removes the listener */
export function whenHidden(run: () => void): () => void {
  if (typeof document === 'undefined') return () => undefined;
  const listen = () => document.visibilityState === 'hidden' && run();
  document.addEventListener('visibilitychange', listen);
  return () => document.removeEventListener('visibilitychange', listen);
}

export const browserNetwork: Network = {
  online: () => globalThis.navigator?.onLine !== false,
  watch(wake, lost) {
    if (typeof window === 'undefined') return () => undefined;
    const seen = () => document.visibilityState === 'visible' && wake();
    window.addEventListener('online', wake);
    window.addEventListener('offline', lost);
    document.addEventListener('visibilitychange', seen);
    return () => {
      window.removeEventListener('online', wake);
      window.removeEventListener('offline', lost);
      document.removeEventListener('visibilitychange', seen);
    };
  },
};
