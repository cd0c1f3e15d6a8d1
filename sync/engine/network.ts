/** Reports the browser's network state and the page's visibility. */
import type { Network } from './loop';

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
