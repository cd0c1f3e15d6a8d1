/**
 * Sends the notifications that administrators queued (public.notification_sends), 200 accounts at a time.
 * Guarantees: each batch and the position of the next batch are saved in one transaction. After a crash, the next run continues at this position,
 * and each account gets the notification once. Between two batches the database is free for learners.
 */
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import type { Call } from '../http/service-client';

/** Pause between two batches (ms). Learners' calls run during the pause, and a send to 10,000 accounts still takes less than two minutes. */
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
