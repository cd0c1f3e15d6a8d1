/** Separates errors that are worth a retry from the server's rejections of the request itself. */
import { Dexie } from 'dexie';
import type { WaitReason } from './types';

/** Thrown when the server's response does not have the shape that this version expects. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

/** `rejected`: the server understood the request, and repeating it would give the same result (a 4xx status). */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly reason: WaitReason | 'rejected';
  /** Delay (ms) that the server asked for before the next attempt. */
  readonly retryAfter: number | undefined;

  constructor(reason: WaitReason | 'rejected', message: string, retryAfter?: number) {
    super(message);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

/**
 * Matches error codes about the content of the request: SQLSTATE classes 22 (data) and 23 (constraints), our own PT4xx, and
 * PostgREST's code for an unreadable body.
 */
const OF_THE_REQUEST = /^(2[23]|PT4|PGRST102$)/;
const TOO_LARGE = 413;
/** PostgREST's code for "no function with these arguments": a server that is older than the app may lack one. */
const NO_SUCH_FUNCTION = 'PGRST202';

/**
 * Classifies an error by HTTP status and database code; status 0 or undefined means that there was no response.
 * Rule: only the database's own error about the request (or a 413) counts as `rejected`. A function that is missing during a
 * release, a read-only standby and a gateway's error are temporary and say nothing about the learner's document.
 */
export function waitReasonOf(status: number | undefined, code = '', message = ''): WaitReason | 'rejected' {
  if (message === 'client_too_old' || message === 'server_too_old') return message;
  if (code === NO_SUCH_FUNCTION) return 'server_too_old';
  if (!status) return 'network';
  if (status === 401 || status === 403) return 'unauthorised';
  if (status === 429) return 'throttled';
  if (status === TOO_LARGE) return 'rejected';
  return status >= 400 && status < 500 && OF_THE_REQUEST.test(code) ? 'rejected' : 'server';
}

/** True for an IndexedDB error, such as a full or broken disk. Network errors arrive as TransportError. */
const isOfStorage = (error: unknown) => error instanceof Dexie.DexieError || error instanceof DOMException;

/**
 * Treats an unknown error as a server error, so that it is retried with growing delays and never in a tight
 * loop.
 */
export function asTransportError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  return new TransportError(
    isOfStorage(error) ? 'storage' : 'server',
    error instanceof Error ? error.message : String(error),
  );
}
