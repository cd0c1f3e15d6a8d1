import { useEffect, useRef } from 'react';
import { persistStorage } from '@/data/downloads/storage-report';
import { useProgressByLesson } from '@/data/progress/use-progress';

/** Asks the browser for persistent storage when the first lesson is finished, because from then on an eviction would lose progress. */
export function usePersistentStorage(): void {
  const progress = useProgressByLesson();
  const hasFinished = progress && [...progress.values()].some(({ completed }) => completed);
  const before = useRef<boolean>(undefined);
  useEffect(() => {
    if (hasFinished && before.current === false)
      persistStorage().catch((error: unknown) => console.warn('The storage may be evicted:', error));
    if (hasFinished !== undefined) before.current = hasFinished;
  }, [hasFinished]);
}
