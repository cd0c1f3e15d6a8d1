import { useEffect } from 'react';

/** Keeps the screen on while a lesson plays. A browser may refuse the lock, which is not an error. */
export function useWakeLock(playing: boolean): void {
  useEffect(() => {
    if (!playing || !navigator.wakeLock) return;
    let lock: WakeLockSentinel | undefined;
    let over = false;
    const take = (taken: WakeLockSentinel) => {
      if (over) void taken.release();
      else lock = taken;
    };
    // Request the lock again whenever the page is shown: the browser releases it when the page is hidden.
    const ask = () =>
      document.visibilityState === 'visible' && navigator.wakeLock.request('screen').then(take, () => undefined);
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, [playing]);
}
