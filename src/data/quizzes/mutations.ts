/**
 * What taking a quiz writes: one journal document for each attempt, and the day of activity when it is finished.
 * Guarantees: whatever these functions resolved for survives a kill of the browser; an answer given later wins, whatever the device's clock says.
 * Rule: a finished attempt never changes, and where nothing changes nothing is written: every write would be sent.
 */
import { writeJournal } from '@sync';
import { countable } from '@/domain/attempt-time';
import { compareText } from '@/domain/canonical';
import type { AttemptData } from '@/domain/journal';
import { localDate } from '@/domain/local-date';
import { attemptId } from '@/domain/quiz-state';
import { newId } from '@/lib/new-id';

/** Changes an open attempt; a finished one stays as it is. `at`: the time of the change. @returns what is stored. */
async function changeOpen(id: string, change: (before: AttemptData, at: number) => AttemptData): Promise<AttemptData> {
  const stored = await writeJournal('attempt', id, (before, at) => {
    if (!before) throw new Error(`There is no attempt ${id} to write to`);
    return before.data.finished_at === null ? change(before.data, at) : before.data;
  });
  return stored.data;
}

/** Begins an attempt. @returns its id. */
export async function startAttempt(testId: string): Promise<string> {
  const stored = await writeJournal('attempt', newId(), (_, at) => ({
    test_id: testId,
    started_at: at,
    finished_at: null,
    time_spent: 0,
    answers: {},
  }));
  return attemptId(stored);
}

const spentOf = (before: AttemptData, spent: number) => Math.max(before.time_spent, countable(spent, 0));

/** Keeps an answer and the time spent so far, ms. An empty choice takes an answer back. */
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

/** Keeps the time spent so far, ms. */
export const tickAttempt = (id: string, spent: number): Promise<AttemptData> =>
  changeOpen(id, (before) =>
    spentOf(before, spent) > before.time_spent ? { ...before, time_spent: spentOf(before, spent) } : before,
  );

/**
 * Finishes an attempt with the answers it has and counts the day. With a limit (ms) it ends when its time ran out at the latest, also if nobody
 * watched: the server does not count an attempt that ends later.
 */
export async function finishAttempt(id: string, spent: number, limit = 0): Promise<AttemptData> {
  // The day first: a kill between the two writes may count a day on which a quiz was taken, never lose one.
  await writeJournal('day', localDate(Date.now()), (before) => before?.data ?? {});
  return changeOpen(id, (before, at) => ({
    ...before,
    finished_at: Math.max(limit > 0 ? Math.min(at, before.started_at + limit) : at, before.started_at),
    time_spent: spentOf(before, spent),
  }));
}
