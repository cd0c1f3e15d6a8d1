import { useEffect } from 'react';

/** Keeps the screen on while a lesson plays. Browsers may refuse; that is not an error. */
export function useWakeLock(playing: boolean): void {
  useEffect(() => {
    if (!playing || !navigator.wakeLock) return;
    let lock: WakeLockSentinel | undefined;
    let over = false;
    const take = (taken: WakeLockSentinel) => {
      if (over) void taken.release();
      else lock = taken;
    };
    // The browser releases the lock when the page is hidden.
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
