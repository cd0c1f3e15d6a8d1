/** How the engine tells what is worth waiting for from what is an answer about the request itself. */
import { Dexie } from 'dexie';
import type { WaitReason } from './types';

/** `refused`: the server understood and will say the same again (a 4xx). */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly reason: WaitReason | 'refused';
  /** The server asked to wait that long, ms. */
  readonly retryAfter: number | undefined;

  constructor(reason: WaitReason | 'refused', message: string, retryAfter?: number) {
    super(message);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

/** Codes that speak of what was sent: SQLSTATE classes 22 (data) and 23 (constraints), our own PT4xx, PostgREST's for a body it cannot read. */
const OF_THE_REQUEST = /^(2[23]|PT4|PGRST102$)/;
const TOO_LARGE = 413;

/**
 * By HTTP status and the database's code; 0 or none: no answer came.
 * Rule: refused is only what the database says of the request itself. A function that is missing during a release, a standby that takes no writes, a
 * gateway's answer: none of them is about what the learner made, and all pass.
 */
export function reasonOf(status: number | undefined, code = ''): WaitReason | 'refused' {
  if (!status) return 'network';
  if (status === 401 || status === 403) return 'unauthorised';
  if (status === 429) return 'throttled';
  if (status === TOO_LARGE) return 'refused';
  return status >= 400 && status < 500 && OF_THE_REQUEST.test(code) ? 'refused' : 'server';
}

/** A disk that is full or broken. What the network throws is a TransportError already. */
const isOfStorage = (error: unknown) => error instanceof Dexie.DexieError || error instanceof DOMException;

/** What is unknown is taken for a fault of the server: waited for with growing pauses, never spun on. */
export function asTransportError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  return new TransportError(
    isOfStorage(error) ? 'storage' : 'server',
    error instanceof Error ? error.message : String(error),
  );
}
