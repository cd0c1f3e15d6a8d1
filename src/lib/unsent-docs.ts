/**
 * The unsent documents for the service worker: RxDB's tables are private to RxDB, so the engine copies its next request here.
 * Only the engine writes the copy. The worker sends it and ignores the response, because the engine sends the same documents again.
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
