import * as v from 'valibot';
import type { Call } from '../http/service-client';
import { inBatches } from './batches';

/** Reminds registered learners of the events that start within a day or an hour. @returns the number of reminders */
export const sendEventReminders = (call: Call, signal: AbortSignal): Promise<number> =>
  inBatches(async () => v.parse(v.number(), await call('send_event_reminders')) || undefined, signal);
