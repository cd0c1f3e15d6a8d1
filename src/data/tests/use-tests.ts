import { openMirror, syncStatus } from '@sync';
import { useLiveQuery } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import { useJournalDocs } from '@/data/journal/use-journal';
import { useAccount } from '@/data/session/session-store';
import type { TestRow } from '@/domain/rows';
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

/** The state of any test, for lists of tests; undefined until both stores have been read. */
export function useTestStates(): ((testId: string) => TestState) | undefined {
  const docs = useJournalDocs('attempt');
  const results = found(useMirrorQuery('results', allResults));
  const refused = useRefusedAttempts();
  if (!docs || !results) return undefined;
  const refusedIds = new Set(refused.keys());
  return (testId) => testState(testId, docs, results, refusedIds);
}

/** Whether this device has had the first whole answer for the account: until then a missing row may still come. */
export const useRestored = (): boolean => useSyncExternalStore(syncStatus.subscribe, () => syncStatus.get().restored);
