/**
 * The unsent documents for the service worker: RxDB's tables are private to RxDB, so the engine copies the next request here.
 * Only the engine writes it; the worker reads it, and leaves the answers to the engine, which sends the same documents again.
 */
import { UNSENT_KEY } from '@/config/worker-names';
import { readDurable, writeDurable } from './durable-store';

export interface UnsentRequest {
  account: string;
  /** The backend. */
  url: string;
  key: string;
  /** The body of `sync_push` as JSON. */
  body: string;
}

export const keepUnsent = (request: UnsentRequest | null): Promise<boolean> =>
  writeDurable(UNSENT_KEY, request && JSON.stringify(request));

export const unsentRequest = (): Promise<string | null> => readDurable(UNSENT_KEY);
