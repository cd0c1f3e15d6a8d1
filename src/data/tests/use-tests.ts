import { openMirror } from '@sync';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { useJournalDocs } from '@/data/journal/use-journal';
import { useAccount } from '@/data/session/session-store';
import type { TestRow } from '@/domain/rows';
import { scoreAttempt } from '@/domain/scoring';
import { type Attempt, attemptsAt, type TestState, testState } from '@/domain/test-state';
import { allResults, refusedAttempts, resultsOfTest, testById, testsOfCourse, testsOfVideo } from './queries';

export type Loaded<T> = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; value: T };

type Query<T> = (mirror: ReturnType<typeof openMirror>) => Promise<T>;

/** A live query whose failure is a value: the screen that asks says what happened. Another `key` asks anew. */
function useMirrorQuery<T>(key: string, query: Query<T>): Loaded<T> {
  const account = useAccount();
  const asked = `${account} ${key}`;
  const answer = useLiveQuery(async (): Promise<{ asked: string; loaded: Loaded<T> }> => {
    if (!account) return { asked, loaded: { state: 'loading' } };
    try {
      return { asked, loaded: { state: 'ready', value: await query(openMirror(account)) } };
    } catch (error) {
      console.error('The mirror could not be read:', error);
      return { asked, loaded: { state: 'failed' } };
    }
  }, [asked]);
  // The live query keeps the answer to the last question until it has the new one.
  return answer?.asked === asked ? answer.loaded : { state: 'loading' };
}

const found = <T>(loaded: Loaded<T>): T | undefined => (loaded.state === 'ready' ? loaded.value : undefined);

/** The test; `ready` without a value: this device does not hold it. */
export const useTest = (testId: string, asked = 0): Loaded<TestRow | undefined> =>
  useMirrorQuery(`test ${testId} ${asked}`, (mirror) => testById(mirror, testId));

export const useTestsOfVideo = (videoId: string, asked = 0): Loaded<TestRow[]> =>
  useMirrorQuery(`video ${videoId} ${asked}`, (mirror) => testsOfVideo(mirror, videoId));

export const useTestsOfCourse = (courseId: string, asked = 0): Loaded<TestRow[]> =>
  useMirrorQuery(`course ${courseId} ${asked}`, (mirror) => testsOfCourse(mirror, courseId));

const noCodes: ReadonlyMap<string, string> = new Map();

/** Attempts the server refused: code of the refusal by document id. */
export const useRefusedAttempts = (): ReadonlyMap<string, string> => found(useMirrorQuery('refused', refusedAttempts)) ?? noCodes;

/** Every attempt at a test, the latest first; undefined until both stores have been read. */
export function useAttempts(testId: string): Attempt[] | undefined {
  const docs = useJournalDocs('attempt');
  const results = found(useMirrorQuery(`results ${testId}`, (mirror) => resultsOfTest(mirror, testId)));
  const refused = useRefusedAttempts();
  return docs && results && attemptsAt(testId, docs, results, new Set(refused.keys()));
}

/** The best score of the attempts that count, percent; null without any. What the server has not confirmed yet is scored here. */
export function useBestScore(test: TestRow, attempts: readonly Attempt[] | undefined): number | null {
  const [waiting, setWaiting] = useState<number | null>(null);
  const confirmed = attempts?.flatMap(({ result }) => (result ? [result.score] : [])) ?? [];
  const unconfirmed = attempts?.flatMap(({ status, doc }) => (status === 'waiting' && doc ? [doc.data.answers] : [])) ?? [];
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

/** The state of any test, for lists of tests; undefined until both stores have been read. */
export function useTestStates(): ((testId: string) => TestState) | undefined {
  const docs = useJournalDocs('attempt');
  const results = found(useMirrorQuery('results', allResults));
  const refused = useRefusedAttempts();
  if (!docs || !results) return undefined;
  const refusedIds = new Set(refused.keys());
  return (testId) => testState(testId, docs, results, refusedIds);
}
