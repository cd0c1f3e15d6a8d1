import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job } from '../../server/jobs/job';
import { JobRunner } from '../../server/jobs/job-runner';
import { JobStore } from '../../server/jobs/job-store';
import { ReportedError } from '../../server/telemetry/reported-error';
import { openDatabase, type TestDatabase } from '../helpers/database';
import { callOn } from './payments-harness';

// Several processes on one database: each job runs in one process at a time, and all processes see the result of its last run.

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
}, 120_000);
afterAll(() => database.close());

const processOn = (job: Job) => new JobRunner([job], { store: new JobStore(callOn(database)) });
const stored = async (name: string) =>
  (await database.query('select * from public.background_jobs where name = $1', [name]))[0];

test('while one process runs a job, no other process starts it', async () => {
  let runs = 0;
  let end: () => void = () => undefined;
  const job: Job = {
    name: 'shared',
    everyMs: 0,
    firstAfterMs: 0,
    timeoutMs: 60_000,
    run: () => {
      runs += 1;
      return new Promise<void>((done) => {
        end = done;
      });
    },
  };
  const [one, other] = [processOn(job), processOn(job)];
  const first = one.run('shared');
  await expect.poll(() => runs).toBe(1);
  await other.run('shared');
  expect(runs).toBe(1);
  end();
  await first;
  expect(await stored('shared')).toMatchObject({ run: 1, running_until: null, error: null });
  const second = other.run('shared');
  await expect.poll(() => runs).toBe(2);
  end();
  await second;
});

test('a job is not due just after another process ran it', async () => {
  let runs = 0;
  const job: Job = { name: 'hourly', everyMs: 3_600_000, firstAfterMs: 0, timeoutMs: 1_000, run: async () => runs++ };
  await processOn(job).run('hourly');
  await processOn(job).run('hourly');
  expect(runs).toBe(1);
  await database.query("update public.background_jobs set last_started_at = now() - interval '1 hour'");
  await processOn(job).run('hourly');
  expect(runs).toBe(2);
});

test('the job of a dead process is taken over after its lease, and a late end of its run changes nothing', async () => {
  const call = callOn(database);
  const died: Job = { name: 'died', everyMs: 0, firstAfterMs: 0, timeoutMs: 1_000, run: async () => undefined };
  const store = new JobStore(call);
  expect(await store.begin(died)).toBe(1);
  expect(await store.begin(died)).toBeNull();
  await database.query(
    "update public.background_jobs set running_until = now() - interval '1 second' where name = 'died'",
  );
  expect(await store.begin(died)).toBe(2);
  await store.finish(died, 1, { durationMs: 5, error: 'late' });
  expect(await stored('died')).toMatchObject({ run: 2, error: null, running_until: expect.anything() });
});

test('the reason of a failure is stored', async () => {
  const job: Job = {
    name: 'failing',
    everyMs: 0,
    firstAfterMs: 0,
    timeoutMs: 1_000,
    run: () => Promise.reject(new ReportedError('erase_account: 57014')),
  };
  await processOn(job).run('failing');
  expect(await stored('failing')).toMatchObject({ error: 'erase_account: 57014', running_until: null });
});
