import { useEffect, useEffectEvent, useState } from 'react';
import { useJournalDocs } from '@/data/journal/use-journal';
import { type Loaded, useLoadedQuery } from '@/data/session/use-loaded-query';
import type { TestRow } from '@/domain/rows';
import { scoreAttempt } from '@/domain/scoring';
import { type Attempt, attemptsAt, stateOfAttempts, type TestState, withOverdueEnded } from '@/domain/test-state';
import { useNow } from '@/lib/use-now';
import { allResults, refusedAttempts, resultsOfTest, testById, testsOfCourse, testsOfVideo } from './queries';

/** How often a list looks whether the time of an attempt is over, ms. */
const RENEW_MS = 15_000;

const found = <T>(loaded: Loaded<T>): T | undefined => (loaded.state === 'ready' ? loaded.value : undefined);

/** The test; `ready` without a value: this device does not hold it. */
export const useTest = (testId: string, asked = 0): Loaded<TestRow | undefined> =>
  useLoadedQuery(`test ${testId} ${asked}`, (mirror) => testById(mirror, testId));

export const useTestsOfVideo = (videoId: string, asked = 0): Loaded<TestRow[]> =>
  useLoadedQuery(`video ${videoId} ${asked}`, (mirror) => testsOfVideo(mirror, videoId));

export const useTestsOfCourse = (courseId: string, asked = 0): Loaded<TestRow[]> =>
  useLoadedQuery(`course ${courseId} ${asked}`, (mirror) => testsOfCourse(mirror, courseId));

const noCodes: ReadonlyMap<string, string> = new Map();

/** Attempts the server refused: code of the refusal by document id. */
export const useRefusedAttempts = (): ReadonlyMap<string, string> =>
  found(useLoadedQuery('refused', refusedAttempts)) ?? noCodes;

/** Every attempt at a test, the latest first; undefined until both stores have been read. */
export function useAttempts(testId: string): Attempt[] | undefined {
  const docs = useJournalDocs('attempt');
  const results = found(useLoadedQuery(`results ${testId}`, (mirror) => resultsOfTest(mirror, testId)));
  const refused = useRefusedAttempts();
  return docs && results && attemptsAt(testId, docs, results, new Set(refused.keys()));
}

/** The best score of the attempts that count, percent; null without any. What the server has not confirmed yet is scored here. */
export function useBestScore(test: TestRow, attempts: readonly Attempt[] | undefined): number | null {
  const [waiting, setWaiting] = useState<number | null>(null);
  const confirmed = attempts?.flatMap(({ result }) => (result ? [result.score] : [])) ?? [];
  const unconfirmed =
    attempts?.flatMap(({ status, doc }) => (status === 'waiting' && doc ? [doc.data.answers] : [])) ?? [];
  const score = useEffectEvent(async () => {
    const scores = await Promise.all(unconfirmed.map((answers) => scoreAttempt(test, answers).catch(() => null)));
    return scores.reduce<number | null>((best, made) => (made && made.score > (best ?? -1) ? made.score : best), null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: scores anew when another attempt waits
  useEffect(() => {
    let left = false;
    void score().then((best) => !left && setWaiting(best));
    return () => {
      left = true;
    };
  }, [test, unconfirmed.length]);
  const all = [...confirmed, ...(unconfirmed.length > 0 && waiting !== null ? [waiting] : [])];
  return all.length > 0 ? Math.max(...all) : null;
}

/** The same in a list of tests, where an attempt whose time is over is over; renewed while the list is seen. */
export function useListedAttempts(test: TestRow): Attempt[] | undefined {
  const attempts = useAttempts(test.id);
  const now = useNow(RENEW_MS);
  return attempts && withOverdueEnded(attempts, test, now);
}

/** The state of any test, for lists of tests; undefined until both stores have been read. */
export function useTestStates(): ((test: Pick<TestRow, 'id' | 'time_limit'>) => TestState) | undefined {
  const docs = useJournalDocs('attempt');
  const results = found(useLoadedQuery('results', allResults));
  const refused = useRefusedAttempts();
  const now = useNow(RENEW_MS);
  if (!docs || !results) return undefined;
  const refusedIds = new Set(refused.keys());
  return (test) => stateOfAttempts(withOverdueEnded(attemptsAt(test.id, docs, results, refusedIds), test, now));
}
