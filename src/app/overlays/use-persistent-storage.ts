import { useEffect, useRef } from 'react';
import { useDoNotDisturb } from '@/device/do-not-disturb';
import { persistStorage } from '@/device/storage-report';
import { useProgressByLesson } from '@/features/progress/queries';

/**
 * Asks the browser for persistent storage when the first lesson is finished, because from then on an eviction would lose progress.
 * Rule: ask only while a lesson is open, because some browsers show a prompt. Progress that sync brings from another device triggers no request.
 */
export function usePersistentStorage(): void {
  const progress = useProgressByLesson();
  const hasFinished = progress && [...progress.values()].some(({ completed }) => completed);
  const inLesson = useDoNotDisturb();
  const before = useRef<boolean>(undefined);
  useEffect(() => {
    if (hasFinished && before.current === false && inLesson)
      persistStorage().catch((error: unknown) => console.warn('The storage may be evicted:', error));
    if (hasFinished !== undefined) before.current = hasFinished;
  }, [hasFinished, inLesson]);
}
