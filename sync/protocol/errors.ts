/** Separates errors that are worth a retry from answers about the request itself. */
import { Dexie } from 'dexie';
import type { WaitReason } from './types';

/** The server's answer does not have the shape that this version expects. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

/** `rejected`: the server understood the request and will answer a repetition in the same way (a 4xx). */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly reason: WaitReason | 'rejected';
  /** Pause (ms) that the server asked for. */
  readonly retryAfter: number | undefined;

  constructor(reason: WaitReason | 'rejected', message: string, retryAfter?: number) {
    super(message);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

/**
 * Codes about the content of the request: SQLSTATE classes 22 (data) and 23 (constraints), our own PT4xx, PostgREST's
 * code for an unreadable body.
 */
const OF_THE_REQUEST = /^(2[23]|PT4|PGRST102$)/;
const TOO_LARGE = 413;
/** PostgREST: no function with these arguments. A server older than version 2 does not know `p_version`. */
const NO_SUCH_FUNCTION = 'PGRST202';

/**
 * Classifies an error by HTTP status and database code; status 0 or undefined means that no answer came.
 * Rule: only the database's own answer about the request counts as `rejected`. A function that is missing during a
 * release, a read-only standby, a gateway's answer: all of them pass, and none is about the learner's document.
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

/** A full or broken disk. Errors of the network arrive as TransportError. */
const isOfStorage = (error: unknown) => error instanceof Dexie.DexieError || error instanceof DOMException;

/**
 * Treats an unknown error as a fault of the server, so that it is retried with growing pauses and never in a tight
 * loop.
 */
export function asTransportError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  return new TransportError(
    isOfStorage(error) ? 'storage' : 'server',
    error instanceof Error ? error.message : String(error),
  );
}
