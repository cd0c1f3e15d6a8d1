/**
 * Sends what administrators queued (public.notification_sends), 200 accounts at a time.
 * Guarantees: a batch and its place are one transaction of the database, so a process that dies half-way leaves the next batch to the next run, and
 * each account gets a send once. Between two batches the database is free for learners.
 */
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import type { Call } from '../http/service-client';

/** Between two batches (ms): 10,000 accounts take under two minutes, and learners' calls get their turn. */
const PAUSE_MS = 100;

const batchSchema = v.looseObject({ done: v.boolean(), made: v.number() });

export async function fanOutNotifications(call: Call, signal: AbortSignal): Promise<number> {
  let made = 0;
  while (!signal.aborted) {
    const batch = v.parse(batchSchema, await call('fan_out_notifications'));
    if (batch.done) break;
    made += batch.made;
    await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
  return made;
}
