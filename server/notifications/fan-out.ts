/**
 * Sends the notifications that administrators queued (public.notification_sends), 200 accounts at a time.
 * Guarantees: each batch and the position of the next batch are saved in one transaction. After a crash, the next run continues at this position,
 * and each account gets the notification once.
 */
import * as v from 'valibot';
import type { Call } from '../http/service-client';
import { inBatches } from './batches';

const batchSchema = v.looseObject({ done: v.boolean(), made: v.number() });

export const fanOutNotifications = (call: Call, signal: AbortSignal): Promise<number> =>
  inBatches(async () => {
    const { done, made } = v.parse(batchSchema, await call('fan_out_notifications'));
    return done ? undefined : made;
  }, signal);
