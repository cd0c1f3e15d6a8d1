import { type MirrorDb, openMirror } from '@sync';
import { useLiveQuery } from 'dexie-react-hooks';
import { useAccount } from './session-store';

/**
 * A live query on the mirror of the signed-in account; undefined until the first answer.
 * Rule: the account is part of every query, so that nobody's rows are ever read under another name.
 * Rule: a live query that throws takes the whole screen with it (a disk that is full or broken cannot even open the store), so none does: what cannot be
 * read is not known, and stays undefined. What a screen is there for is asked with `useLoadedQuery`, which tells.
 */
export function useMirrorQuery<T>(
  query: (mirror: MirrorDb) => Promise<T>,
  deps: readonly unknown[] = [],
): T | undefined {
  const account = useAccount();
  return useLiveQuery(async () => {
    if (!account) return undefined;
    try {
      return await query(openMirror(account));
    } catch (error) {
      console.error('The mirror could not be read:', error);
      return undefined;
    }
  }, [account, ...deps]);
}

/** A live list whose failure is an empty one (specification 2 §8). */
export const useMirrorList = <T>(
  query: (mirror: MirrorDb) => Promise<T[]>,
  deps: readonly unknown[] = [],
): T[] | undefined =>
  useMirrorQuery(async (mirror) => {
    try {
      return await query(mirror);
    } catch (error) {
      console.error('A list could not be read:', error);
      return [];
    }
  }, deps);
