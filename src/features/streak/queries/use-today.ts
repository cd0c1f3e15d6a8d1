import { useSyncExternalStore } from 'react';
import { localDate } from '@/shared/local-date';

const MINUTE_MS = 60_000;

function subscribe(listener: () => void) {
  const timer = setInterval(listener, MINUTE_MS);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** The learner's calendar day (YYYY-MM-DD); updates at midnight. */
export const useToday = (): string => useSyncExternalStore(subscribe, () => localDate(Date.now()));
