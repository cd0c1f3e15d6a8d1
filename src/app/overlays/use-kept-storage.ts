import { useEffect, useRef } from 'react';
import { keepStorage } from '@/data/downloads/storage-report';
import { useProgressByLesson } from '@/data/progress/use-progress';

/** Asks the browser to keep what is stored when the first lesson is finished: from then on there is something to lose. */
export function useKeptStorage(): void {
  const progress = useProgressByLesson();
  const hasFinished = progress && [...progress.values()].some(({ completed }) => completed);
  const before = useRef<boolean>(undefined);
  useEffect(() => {
    if (hasFinished && before.current === false)
      keepStorage().catch((error: unknown) => console.warn('The storage may be evicted:', error));
    if (hasFinished !== undefined) before.current = hasFinished;
  }, [hasFinished]);
}
