// Decides how an upload reacts to an error response, by the status codes of Supabase's TUS server.
import type { UploadFailure } from './upload-store';

/** `wait`: retry later from the server's offset. `restart`: create the upload again. `stop`: only the user can continue. */
export type Reaction = { act: 'wait' } | { act: 'restart' } | { act: 'stop'; failure: UploadFailure };

const stops: Record<number, UploadFailure> = { 413: 'too-large', 415: 'type', 403: 'forbidden' };

/**
 * @param status HTTP status; 0 means no response
 * @param isCreation true if the request was to create the upload, which then has no URL yet
 */
export function reactionTo(status: number, isCreation: boolean): Reaction {
  const failure = stops[status];
  if (failure) return { act: 'stop', failure };
  if (status === 404 || status === 410) return isCreation ? { act: 'stop', failure: 'refused' } : { act: 'restart' };
  // The key is taken, and a retry would not free it.
  if (status === 409 && isCreation) return { act: 'stop', failure: 'taken' };
  // Temporary: no response, server error, offset conflict, locked upload, expired token, timeout or too many requests.
  if (status === 0 || status >= 500 || [401, 408, 409, 423, 425, 429].includes(status)) return { act: 'wait' };
  return { act: 'stop', failure: 'refused' };
}
