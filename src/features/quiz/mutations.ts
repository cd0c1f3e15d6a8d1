/**
 * Journal writes while a quiz is taken: one document per attempt, and the day of activity when the attempt is finished.
 * Guarantees: once a function resolves, its data survives a browser crash; a later answer wins, whatever the device's clock shows.
 * Rule: a finished attempt never changes. An unchanged document is not written, because every write is sent to the server.
 */
import { writeJournal } from '@sync';
import { countable } from '@/shared/attempt-time';
import type { AttemptData } from '@/shared/journal';
import { localDate } from '@/shared/local-date';
import { newId } from '@/shared/new-id';
import { attemptId } from '@/shared/quiz-state';
import type { QuizRow } from '@/shared/rows';
import { compareText } from '@/shared/text-order';

/** Changes an open attempt; ignores a finished one. `at`: timestamp of the change. @returns the stored data */
async function changeOpen(id: string, change: (before: AttemptData, at: number) => AttemptData): Promise<AttemptData> {
  const stored = await writeJournal('attempt', id, (before, at) => {
    if (!before) throw new Error(`There is no attempt ${id} to write to`);
    return before.data.finished_at === null ? change(before.data, at) : before.data;
  });
  return stored.data;
}

/** Starts an attempt with the quiz version on this device. @returns the attempt's id */
export async function startAttempt(quiz: Pick<QuizRow, 'id' | 'version'>): Promise<string> {
  const stored = await writeJournal('attempt', newId(), (_, at) => ({
    test_id: quiz.id,
    started_at: at,
    finished_at: null,
    time_spent: 0,
    answers: {},
    ...(quiz.version === undefined ? {} : { version: quiz.version }),
  }));
  return attemptId(stored);
}

const spentOf = (before: AttemptData, spent: number) => Math.max(before.time_spent, countable(spent, 0));

/** Stores the chosen options of a question and the time spent so far (ms). Empty `options` remove the answer. */
export const answerQuestion = (
  id: string,
  questionId: string,
  options: readonly string[],
  spent: number,
): Promise<AttemptData> =>
  changeOpen(id, (before, at) => ({
    ...before,
    time_spent: spentOf(before, spent),
    answers: {
      ...before.answers,
      [questionId]: {
        options: [...new Set(options)].sort(compareText),
        at: Math.max(at, (before.answers[questionId]?.at ?? -1) + 1),
      },
    },
  }));

/** Stores the time spent so far (ms). */
export const tickAttempt = (id: string, spent: number): Promise<AttemptData> =>
  changeOpen(id, (before) =>
    spentOf(before, spent) > before.time_spent ? { ...before, time_spent: spentOf(before, spent) } : before,
  );

/**
 * Finishes an attempt and records the day. `limit`: time limit of the quiz (ms). The stored end is at most the start plus
 * the limit, even if the page was closed then and the attempt is finished only now, because the server does not count a later end.
 */
export async function finishAttempt(id: string, spent: number, limit = 0): Promise<AttemptData> {
  // Write the day first: a crash between the two writes may then record an extra day, but never loses one.
  await writeJournal('day', localDate(Date.now()), (before) => before?.data ?? {});
  return changeOpen(id, (before, at) => ({
    ...before,
    finished_at: Math.max(limit > 0 ? Math.min(at, before.started_at + limit) : at, before.started_at),
    time_spent: spentOf(before, spent),
  }));
}
