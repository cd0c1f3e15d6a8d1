import { useEffect, useState } from 'react';

/** The time, ms since the epoch, renewed every so many ms while the page is seen. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const renew = () => document.visibilityState === 'visible' && setNow(Date.now());
    const timer = setInterval(renew, everyMs);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [everyMs]);
  return now;
}
