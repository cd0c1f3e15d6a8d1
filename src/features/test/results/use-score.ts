import { useEffect, useState } from 'react';
import type { TestRow } from '@/domain/rows';
import { scoreAttempt } from '@/domain/scoring';
import type { Attempt } from '@/domain/test-state';

/** `computing` for a moment; `unknown` where this device cannot compute a digest: the server's score will come. */
export type ShownScore =
  | { state: 'computing' }
  | { state: 'unknown' }
  | { state: 'known'; score: number; passed: boolean; correct: number; points: number };

const pointsOf = (test: TestRow, correct: readonly string[]) =>
  test.questions.reduce((sum, { id, points }) => sum + (correct.includes(id) ? points : 0), 0);

/** The server's score of an attempt as soon as it is here, until then the one computed from the answer digests. */
export function useScore(test: TestRow, { result, doc }: Attempt): ShownScore {
  const [own, setOwn] = useState<ShownScore>({ state: 'computing' });
  const answers = doc?.data.answers;
  const needed = !result;
  useEffect(() => {
    if (!needed) return;
    let left = false;
    scoreAttempt(test, answers ?? {}).then(
      ({ score, passed, correct }) =>
        !left && setOwn({ state: 'known', score, passed, correct: correct.length, points: pointsOf(test, correct) }),
      () => !left && setOwn({ state: 'unknown' }),
    );
    return () => {
      left = true;
    };
  }, [test, answers, needed]);
  if (!result) return own;
  const right = result.review.filter(({ correct }) => correct).map(({ question_id }) => question_id);
  return {
    state: 'known',
    score: result.score,
    passed: result.passed,
    correct: right.length,
    points: pointsOf(test, right),
  };
}
