import * as v from 'valibot';
import type { Call } from '../http/service-client';
import { inBatches } from './batches';

/** Reminds registered learners of the events that start within a day or an hour. @returns the number of reminders, including muted ones */
export const sendEventReminders = (call: Call, signal: AbortSignal): Promise<number> =>
  inBatches(async () => {
    const sent = v.parse(v.number(), await call('send_event_reminders'));
    return sent > 0 ? sent : undefined;
  }, signal);
