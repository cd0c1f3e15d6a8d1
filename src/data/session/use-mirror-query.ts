import { type MirrorDb, openMirror } from '@sync';
import { useLiveQuery } from 'dexie-react-hooks';
import { useAccount } from './session-store';

/**
 * A live query on the mirror of the signed-in account; undefined until the first answer.
 * Rule: the account is part of every query, so that nobody's rows are ever read under another name.
 */
export function useMirrorQuery<T>(query: (mirror: MirrorDb) => Promise<T>, deps: readonly unknown[] = []): T | undefined {
  const account = useAccount();
  return useLiveQuery(() => (account ? query(openMirror(account)) : undefined), [account, ...deps]);
}

/** A live list whose failure is an empty one: what stands beside the main thing of a screen must not take the screen with it (specification 2 §8). */
export const useMirrorList = <T>(query: (mirror: MirrorDb) => Promise<T[]>, deps: readonly unknown[] = []): T[] | undefined =>
  useMirrorQuery(async (mirror) => {
    try {
      return await query(mirror);
    } catch (error) {
      console.error('A list could not be read:', error);
      return [];
    }
  }, deps);
