import { useEffect, useEffectEvent, useState } from 'react';
import type { Live } from '@/device/live/live';
import { useJournalDocs } from '@/device/live/use-journal';
import { localQuery, useLive } from '@/device/live/use-live';
import { useRejectedDocs } from '@/device/sync/queries';
import { useNow } from '@/device/use-now';
import { type Attempt, attemptsAt, type QuizState, stateOfAttempts, withOverdueEnded } from '@/shared/quiz-state';
import type { QuizRow } from '@/shared/rows';
import { scoreAttempt } from '../rules/scoring';

/** Interval (ms) at which lists check whether an open attempt has reached its time limit. */
const RENEW_MS = 15_000;

const byTitle = (a: QuizRow, b: QuizRow) => a.title.localeCompare(b.title, 'bg') || (a.id < b.id ? -1 : 1);

const oneQuiz = localQuery(
  'The quiz could not be read:',
  ['plan'],
  async ({ mirror }, testId: string, _attempt: number): Promise<QuizRow | null> =>
    (await mirror.tests.get(testId)) ?? null,
);

/** A quiz; null if this device does not have it. A new value of `attempt` (a retry counter) makes the query read the quiz again. */
export const useQuiz = (testId: string, attempt = 0): Live<QuizRow | null> => useLive(oneQuiz, testId, attempt);

const lessonQuizzes = localQuery(
  'The quizzes of a lesson could not be read:',
  ['plan'],
  async ({ mirror }, videoId: string, _attempt: number) =>
    (await mirror.tests.where('video_id').equals(videoId).toArray()).sort(byTitle),
  { remember: true },
);

export const useQuizzesOfLesson = (videoId: string, attempt = 0): Live<QuizRow[]> =>
  useLive(lessonQuizzes, videoId, attempt);

const courseQuizzes = localQuery(
  'The quizzes of a course could not be read:',
  ['plan'],
  async ({ mirror }, courseId: string, _attempt: number) =>
    (await mirror.tests.where('course_id').equals(courseId).toArray()).sort(byTitle),
  { remember: true },
);

export const useQuizzesOfCourse = (courseId: string, attempt = 0): Live<QuizRow[]> =>
  useLive(courseQuizzes, courseId, attempt);

/** The error code of each attempt that the server rejected, by document id. */
export const useRejectedAttempts = (): ReadonlyMap<string, string> =>
  new Map(useRejectedDocs()?.flatMap(({ id, kind, code }) => (kind === 'attempt' ? [[id, code]] : [])));

const quizResults = localQuery('The results of a quiz could not be read:', ['account'], ({ mirror }, testId: string) =>
  mirror.results.where('test_id').equals(testId).toArray(),
);

/** All attempts at a quiz, latest first; undefined until journal and mirror are read. */
export function useAttempts(testId: string): Attempt[] | undefined {
  const docs = useJournalDocs('attempt');
  const results = useLive(quizResults, testId).data;
  const rejected = useRejectedAttempts();
  return docs && results && attemptsAt(testId, docs, results, new Set(rejected.keys()));
}

/** The best score (percent) of an attempt that counts; null if there is none. This device scores the finished attempts that the server has not confirmed. */
export function useBestScore(quiz: QuizRow, attempts: readonly Attempt[] | undefined): number | null {
  const [waiting, setWaiting] = useState<number | null>(null);
  const confirmed =
    attempts?.flatMap(({ result }) =>
      result && result.score !== null && result.counted !== false ? [result.score] : [],
    ) ?? [];
  const unconfirmed =
    attempts?.flatMap(({ status, doc }) => (status === 'waiting' && doc ? [doc.data.answers] : [])) ?? [];
  const score = useEffectEvent(async () => {
    const scores = await Promise.all(unconfirmed.map((answers) => scoreAttempt(quiz, answers).catch(() => null)));
    return scores.reduce<number | null>((best, made) => (made && made.score > (best ?? -1) ? made.score : best), null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: scores again when an unconfirmed attempt is added
  useEffect(() => {
    let left = false;
    void score().then((best) => !left && setWaiting(best));
    return () => {
      left = true;
    };
  }, [quiz, unconfirmed.length]);
  const all = [...confirmed, ...(unconfirmed.length > 0 && waiting !== null ? [waiting] : [])];
  return all.length > 0 ? Math.max(...all) : null;
}

/** Attempts at a quiz for a list. An attempt that has exceeded its time limit counts as finished; the list updates by itself. */
export function useListedAttempts(quiz: QuizRow): Attempt[] | undefined {
  const attempts = useAttempts(quiz.id);
  const now = useNow(RENEW_MS);
  return attempts && withOverdueEnded(attempts, quiz, now);
}

const everyResult = localQuery(
  'The results could not be read:',
  ['account'],
  ({ mirror }) => mirror.results.toArray(),
  {
    remember: true,
  },
);

/** A function that returns the state of any quiz, for lists; undefined until journal and mirror are read. */
export function useQuizStates(): ((quiz: Pick<QuizRow, 'id' | 'time_limit'>) => QuizState) | undefined {
  const docs = useJournalDocs('attempt');
  const results = useLive(everyResult).data;
  const rejected = useRejectedAttempts();
  const now = useNow(RENEW_MS);
  if (!docs || !results) return undefined;
  const rejectedIds = new Set(rejected.keys());
  return (quiz) => stateOfAttempts(withOverdueEnded(attemptsAt(quiz.id, docs, results, rejectedIds), quiz, now));
}
