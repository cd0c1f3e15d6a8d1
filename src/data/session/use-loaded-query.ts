import { type MirrorDb, openMirror } from '@sync';
import { useLiveQuery } from 'dexie-react-hooks';
import { useAccount } from './session-store';

export type Loaded<T> = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; value: T };

/** A live query on the mirror whose failure is a value: the screen that asks says what happened. Another `key` asks anew. */
export function useLoadedQuery<T>(key: string, query: (mirror: MirrorDb) => Promise<T>): Loaded<T> {
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
