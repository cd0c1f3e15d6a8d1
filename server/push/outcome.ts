/** Maps the response of a push service to the outcome of the message. Pure. */
import { FIRST_PUSH_PAUSE_MS, LONGEST_PUSH_PAUSE_MS } from '../../src/shared/app-limits';
import type { PushAnswer } from './push-service';

/** `gone`: the push service no longer accepts the device. The device's row is deleted, and the app registers the device again when it next starts. */
export type Outcome = { outcome: 'sent' | 'gone' | 'failed' } | { outcome: 'retry'; retry_ms: number };

const DAY_MS = 24 * 3_600_000;

/** Parses Retry-After (ms). @returns undefined for a missing or invalid header */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (!header) return undefined;
  const pause = /^\s*\d{1,9}\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(pause) ? undefined : Math.min(Math.max(pause, 0), DAY_MS);
}

/** Delay with full jitter, so that devices that fail together do not retry together. `attempts` counts from 1. */
const backoffMs = (attempts: number, random: () => number) =>
  Math.floor(random() * Math.min(LONGEST_PUSH_PAUSE_MS, FIRST_PUSH_PAUSE_MS * 4 ** (attempts - 1)));

const isUnregistered = (reason = '') => /UNREGISTERED|registration-token-not-registered/.test(reason);

export function outcomeOf(
  { status, retryAfter, reason }: PushAnswer,
  attempts: number,
  now: number,
  random: () => number = Math.random,
): Outcome {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  // 403: the subscription belongs to another VAPID key, so the device must register again, as after 404 and 410.
  if (status === 404 || status === 410 || status === 403 || isUnregistered(reason)) return { outcome: 'gone' };
  // Stop sending to an endpoint whose address is inside the network.
  if (reason === 'UNSAFE_ADDRESS') return { outcome: 'gone' };
  if (status === 0 || status === 408 || status === 429 || status === 401 || status >= 500)
    return { outcome: 'retry', retry_ms: Math.max(retryAfterMs(retryAfter, now) ?? 0, backoffMs(attempts, random)) };
  return { outcome: 'failed' };
}
