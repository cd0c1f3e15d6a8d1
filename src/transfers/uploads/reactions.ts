// Decides what an upload does after an answer of the server, by the status codes of TUS at Supabase.
import type { UploadFailure } from './upload-store';

/** `wait`: pause, then continue where the server stands. `restart`: create the upload again. `stop`: only a person can continue. */
export type Reaction = { act: 'wait' } | { act: 'restart' } | { act: 'stop'; failure: UploadFailure };

const stops: Record<number, UploadFailure> = { 413: 'too-large', 415: 'type', 403: 'forbidden' };

/**
 * @param status of the answer; 0 means no answer
 * @param isCreation true if the upload has no URL yet, so that it cannot continue
 */
export function reactionTo(status: number, isCreation: boolean): Reaction {
  const failure = stops[status];
  if (failure) return { act: 'stop', failure };
  if (status === 404 || status === 410) return isCreation ? { act: 'stop', failure: 'refused' } : { act: 'restart' };
  // The key is taken, and a retry would not free it.
  if (status === 409 && isCreation) return { act: 'stop', failure: 'taken' };
  // No answer, a server in trouble, an offset that differs, a lock, an expired token, too many requests.
  if (status === 0 || status >= 500 || [401, 408, 409, 423, 425, 429].includes(status)) return { act: 'wait' };
  return { act: 'stop', failure: 'refused' };
}
