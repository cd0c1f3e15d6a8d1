// The tables of background jobs. To add a job, add a row: main.ts and service.ts both run `serviceJobs`; `embeddedJobs` run only with the
// embedded database.
import type { SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { eraseDueAccounts } from '../accounts/erasure';
import type { Billing } from '../billing/billing';
import { type CertificateSigning, signCertificates } from '../certificates/signing';
import type { Database } from '../embedded/contract/database';
import type { FileStorage } from '../embedded/contract/object-store';
import { writeDump } from '../embedded/database/dumps';
import { type Maintained, maintainTables } from '../embedded/database/maintenance';
import { removeReleasedFiles } from '../files/released-files';
import type { Call } from '../http/service-client';
import type { Mailbox } from '../mailbox/mailbox';
import { sendEventReminders } from '../notifications/event-reminders';
import { fanOutNotifications } from '../notifications/fan-out';
import type { PushSender } from '../push/sender';
import type { Job } from './job';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

export interface ServiceJobDeps {
  billing: Billing;
  /** Calls a database function as the service role. */
  call: Call;
  /** Undefined where this process has no certificate keys. */
  certificates: CertificateSigning | undefined;
  /** Undefined where this process has no VAPID keys. */
  push: PushSender | undefined;
}

export const serviceJobs = ({ billing, call, certificates, push }: ServiceJobDeps): Job[] => [
  {
    name: 'billing-clock',
    // Run often with the sandbox, because only this job ends its periods and trials. Stripe reports such changes through webhooks.
    everyMs: billing.provider.name === 'test' ? 10 * SECOND_MS : 10 * MINUTE_MS,
    firstAfterMs: 0,
    timeoutMs: 2 * MINUTE_MS,
    run: () => billing.settle(),
  },
  {
    name: 'account-erasure',
    everyMs: HOUR_MS,
    firstAfterMs: 30 * SECOND_MS,
    timeoutMs: 10 * MINUTE_MS,
    run: (signal) => eraseDueAccounts(call, signal),
  },
  {
    name: 'plan-grant-ends',
    everyMs: MINUTE_MS,
    firstAfterMs: 15 * SECOND_MS,
    timeoutMs: MINUTE_MS,
    run: () => call('end_plan_grants'),
  },
  {
    name: 'author-names',
    everyMs: 10 * SECOND_MS,
    firstAfterMs: 20 * SECOND_MS,
    timeoutMs: 5 * MINUTE_MS,
    run: async (signal) => {
      while (!signal.aborted && (await call('republish_authors')) !== 0);
    },
  },
  {
    name: 'event-reminders',
    everyMs: MINUTE_MS,
    firstAfterMs: 10 * SECOND_MS,
    timeoutMs: MINUTE_MS,
    run: (signal) => sendEventReminders(call, signal),
  },
  {
    name: 'notification-fan-out',
    everyMs: 2 * SECOND_MS,
    firstAfterMs: SECOND_MS,
    timeoutMs: 5 * MINUTE_MS,
    run: (signal) => fanOutNotifications(call, signal),
  },
  {
    name: 'notification-retention',
    everyMs: HOUR_MS,
    firstAfterMs: 5 * MINUTE_MS,
    timeoutMs: 5 * MINUTE_MS,
    run: () => call('end_notification_retention'),
  },
  {
    name: 'trash-purge',
    everyMs: HOUR_MS,
    firstAfterMs: 3 * MINUTE_MS,
    timeoutMs: 10 * MINUTE_MS,
    run: () => call('purge_trash'),
  },
  {
    name: 'billing-reminders',
    everyMs: 10 * MINUTE_MS,
    firstAfterMs: 20 * SECOND_MS,
    timeoutMs: MINUTE_MS,
    run: () => call('send_billing_reminders'),
  },
  ...(certificates ? [certificateSigning(call, certificates)] : []),
  ...(push ? pushJobs(call, push) : []),
];

const pushJobs = (call: Call, push: PushSender): Job[] => [
  {
    name: 'push-sender',
    // New notifications wake the sender at once. This job finds retries, held messages, and messages that other processes queued.
    everyMs: 5 * SECOND_MS,
    firstAfterMs: 2 * SECOND_MS,
    timeoutMs: 5 * MINUTE_MS,
    run: (signal) => push.drain(signal),
  },
  {
    name: 'push-reminder',
    // Runs each minute from 17:00 to 18:59, so that a restart catches up. The database queues one reminder per account and day.
    cron: '* 17,18 * * *',
    timeoutMs: MINUTE_MS,
    run: async () => {
      await call('queue_push_reminders');
      push.wake();
    },
  },
  {
    name: 'push-cleanup',
    everyMs: 6 * HOUR_MS,
    firstAfterMs: 2 * MINUTE_MS,
    timeoutMs: MINUTE_MS,
    run: () => call('push_cleanup'),
  },
];

const certificateSigning = (call: Call, certificates: CertificateSigning): Job => ({
  name: 'certificate-signing',
  everyMs: certificates.everyMs,
  firstAfterMs: 0,
  timeoutMs: 5 * MINUTE_MS,
  run: (signal) => signCertificates(call, certificates, signal),
});

const mailSchema = v.array(
  v.object({ email: v.string(), title: v.string(), message: v.string(), link: v.nullable(v.string()) }),
);

/** Sends the e-mails about payments. */
export const mailJobs = (call: Call, mailbox: Pick<Mailbox, 'notify'>, appOrigin: () => string): Job[] => [
  {
    name: 'billing-mails',
    everyMs: MINUTE_MS,
    firstAfterMs: 25 * SECOND_MS,
    timeoutMs: MINUTE_MS,
    run: async () => {
      for (const { email, title, message, link } of v.parse(mailSchema, await call('take_billing_mails')))
        mailbox.notify(email, { title, message, url: appOrigin() + (link ?? '/') });
    },
  },
];

/** Jobs of both servers: the embedded one (boot.ts) and the one beside a Supabase project (service.ts). They reach files through the storage API. */
export const fileJobs = (call: Call, storage: Pick<SupabaseClient['storage'], 'from'>): Job[] => [
  {
    name: 'released-files',
    everyMs: HOUR_MS,
    firstAfterMs: 4 * MINUTE_MS,
    timeoutMs: 10 * MINUTE_MS,
    run: (signal) => removeReleasedFiles(call, storage, signal),
  },
];

/** Jobs of the embedded storage. They run with the embedded database and with DATABASE_URL. */
export const storageJobs = (storage: Pick<FileStorage, 'removeLeftovers'>): Job[] => [
  {
    name: 'upload-leftovers',
    everyMs: HOUR_MS,
    firstAfterMs: MINUTE_MS,
    timeoutMs: 10 * MINUTE_MS,
    run: (signal) => storage.removeLeftovers(signal),
  },
];

export const embeddedJobs = (database: Maintained & Pick<Database, 'copyFiles'>, dataDir: string): Job[] => [
  {
    name: 'database-dump',
    everyMs: HOUR_MS,
    firstAfterMs: 5 * MINUTE_MS,
    timeoutMs: 10 * MINUTE_MS,
    run: () => writeDump(database, dataDir),
  },
  {
    name: 'table-maintenance',
    everyMs: 6 * HOUR_MS,
    firstAfterMs: MINUTE_MS,
    timeoutMs: 10 * MINUTE_MS,
    run: (signal) => maintainTables(database, signal),
  },
];
