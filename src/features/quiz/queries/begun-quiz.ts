/**
 * Copies of the quizzes that the learner has begun. A withdrawn quiz leaves the mirror, but an attempt that was begun can be finished (decision 54).
 * Rule: a copy is shown only if the plan still includes its course.
 */
import { currentMirror } from '@sync';
import { localQuery, useLive } from '@/device/live/use-live';
import { META_KEYS } from '@/shared/names';
import type { PlanType, QuizRow } from '@/shared/rows';

export interface BegunQuiz {
  /** Plan of the quiz's course. */
  plan: PlanType;
  /** Null if no attempt is open. */
  quiz: QuizRow | null;
}

const keyOf = (testId: string) => META_KEYS.begunQuiz + testId;

const begunQuiz = localQuery(
  'The copy of a quiz could not be read:',
  [],
  // The cast is safe because only storeBegunQuiz writes this key.
  async ({ mirror }, testId: string) =>
    ((await mirror.meta.get(keyOf(testId)))?.value as BegunQuiz | undefined) ?? null,
);

/** The copy of a quiz; null if this device has none. */
export const useBegunQuiz = (testId: string) => useLive(begunQuiz, testId);

/** Copies a quiz of the mirror. `isOpen`: an attempt is open, so that its questions are needed. */
export async function storeBegunQuiz(testId: string, isOpen: boolean): Promise<void> {
  const mirror = currentMirror();
  await mirror?.transaction('rw', mirror.tests, mirror.meta, async () => {
    const row = await mirror.tests.get(testId);
    if (!row) return;
    const value: BegunQuiz = {
      plan: row._scope.startsWith('plan:premium') ? 'premium' : 'basic',
      quiz: isOpen ? row : null,
    };
    await mirror.meta.put({ key: keyOf(testId), value });
  });
}
