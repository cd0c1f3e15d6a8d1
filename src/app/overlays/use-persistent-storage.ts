import { useEffect, useRef } from 'react';
import { persistStorage } from '@/data/downloads/storage-report';
import { useProgressByLesson } from '@/data/progress/use-progress';

/** Asks the browser to keep what is stored when the first lesson is finished: from then on there is something to lose. */
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
