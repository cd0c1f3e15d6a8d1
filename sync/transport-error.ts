/** How the engine tells what is worth waiting for from what is an answer about the request itself. */
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

/** By HTTP status; 0 or none: no answer came. */
export function reasonOf(status: number | undefined): WaitReason | 'refused' {
  if (!status) return 'network';
  if (status === 401 || status === 403) return 'unauthorised';
  if (status === 429) return 'throttled';
  if (status === 408 || status >= 500) return 'server';
  return 'refused';
}

/** What is unknown is taken for a fault of the server: waited for with growing pauses, never spun on. */
export function asTransportError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  return new TransportError('server', error instanceof Error ? error.message : String(error));
}
