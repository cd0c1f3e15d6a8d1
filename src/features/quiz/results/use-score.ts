import { useEffect, useState } from 'react';
import type { Attempt } from '@/shared/quiz-state';
import type { QuizRow } from '@/shared/rows';
import { scoreAttempt } from '../rules/scoring';

/**
 * `computing` at first; `unknown` if this device cannot compute digests; `sent` for a graded quiz, which only the server scores; `sealed` while the
 * server keeps the score of an attempt that does not count. `right`: number of right answers; null while the answers are hidden. Points stay out of it, because each question counts the same in the score.
 */
export type ShownScore =
  | { state: 'computing' }
  | { state: 'unknown' }
  | { state: 'sent' }
  | { state: 'sealed' }
  | { state: 'known'; score: number; passed: boolean; right: number | null };

/** The server's score of an attempt or, until it arrives, the score computed on this device from the answer digests. */
export function useScore(quiz: QuizRow, { result, doc }: Attempt): ShownScore {
  const [own, setOwn] = useState<ShownScore>({ state: 'computing' });
  const answers = doc?.data.answers;
  const graded = quiz.graded === true;
  const needed = !result && !graded;
  useEffect(() => {
    if (!needed) return;
    let left = false;
    scoreAttempt(quiz, answers ?? {}).then(
      ({ score, passed, correct }) => !left && setOwn({ state: 'known', score, passed, right: correct.length }),
      () => !left && setOwn({ state: 'unknown' }),
    );
    return () => {
      left = true;
    };
  }, [quiz, answers, needed]);
  if (!result) return graded ? { state: 'sent' } : own;
  if (result.score === null) return { state: 'sealed' };
  return {
    state: 'known',
    score: result.score,
    passed: result.passed,
    right: result.review.length > 0 ? result.review.filter(({ correct }) => correct).length : null,
  };
}
