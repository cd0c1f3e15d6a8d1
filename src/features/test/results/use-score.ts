import { useEffect, useState } from 'react';
import type { TestRow } from '@/domain/rows';
import { scoreAttempt } from '@/domain/scoring';
import type { Attempt } from '@/domain/test-state';

/** `computing` for a moment; `unknown` where this device cannot compute a digest: the server's score will come. */
export type ShownScore = { state: 'computing' } | { state: 'unknown' } | { state: 'known'; score: number; passed: boolean; correct: number };

/** The server's score of an attempt as soon as it is here, until then the one computed from the answer digests. */
export function useScore(test: TestRow, { result, doc }: Attempt): ShownScore {
  const [own, setOwn] = useState<ShownScore>({ state: 'computing' });
  const answers = doc?.data.answers;
  const needed = !result;
  useEffect(() => {
    if (!needed) return;
    let left = false;
    scoreAttempt(test, answers ?? {}).then(
      ({ score, passed, correct }) => !left && setOwn({ state: 'known', score, passed, correct: correct.length }),
      () => !left && setOwn({ state: 'unknown' }),
    );
    return () => {
      left = true;
    };
  }, [test, answers, needed]);
  if (!result) return own;
  return { state: 'known', score: result.score, passed: result.passed, correct: result.review.filter(({ correct }) => correct).length };
}
