import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Job } from '../../server/jobs/job';
import { JobRunner } from '../../server/jobs/job-runner';
import { ReportedError } from '../../server/telemetry/reported-error';
import { capturedLog } from './captured-log';

// The job runner starts each job on time, never twice at once, and survives failures. The tests advance the clock.

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-23T14:59:50Z') }));
afterEach(() => vi.useRealTimers());

const SECOND = 1_000;

/** A job that counts its runs and then runs `work`. */
function countingJob(work: (signal: AbortSignal) => Promise<unknown> = async () => undefined) {
  const runs: number[] = [];
  const job: Job = {
    name: 'counting',
    everyMs: 10 * SECOND,
    firstAfterMs: 3 * SECOND,
    timeoutMs: 60 * SECOND,
    run: async (signal) => {
      runs.push(Date.now());
      await work(signal);
    },
  };
  return { job, runs };
}

function open(...jobs: Job[]) {
  const log = capturedLog();
  const runner = new JobRunner(jobs);
  runner.start();
  return { runner, failures: () => log().map(({ job, msg, reason }) => `${job} ${msg}: ${reason}`) };
}

test('a job runs first after its delay and then at its interval', async () => {
  const { job, runs } = countingJob();
  const began = Date.now();
  const { runner } = open(job);
  expect(runner.stateOf('counting')).toEqual({ name: 'counting', startedAt: null, durationMs: null, error: null });
  await vi.advanceTimersByTimeAsync(25 * SECOND);
  expect(runs.map((at) => at - began)).toEqual([3 * SECOND, 13 * SECOND, 23 * SECOND]);
  await runner.stop();
  await vi.advanceTimersByTimeAsync(60 * SECOND);
  expect(runs).toHaveLength(3);
});

test('a job that is still running is not started a second time', async () => {
  const { job, runs } = countingJob(() => new Promise((done) => setTimeout(done, 25 * SECOND)));
  const { runner } = open(job);
  await vi.advanceTimersByTimeAsync(3 * SECOND);
  const [first, second] = [runner.run('counting'), runner.run('counting')];
  await vi.advanceTimersByTimeAsync(24 * SECOND);
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(SECOND);
  await Promise.all([first, second]);
  expect(runner.stateOf('counting')).toMatchObject({ durationMs: 25 * SECOND, error: null });
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  expect(runs).toHaveLength(2);
});

test('a job that fails is logged without personal data, keeps its schedule and recovers', async () => {
  const errors = [new Error('ani@school.test is wrong'), new ReportedError('erase_account: 57014')];
  const { job, runs } = countingJob(async () => {
    const error = errors.shift();
    if (error) throw error;
  });
  const { runner, failures } = open(job);
  await vi.advanceTimersByTimeAsync(4 * SECOND);
  expect(failures()).toEqual(['counting job failed: Error']);
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  expect(failures().at(-1)).toBe('counting job failed: erase_account: 57014');
  expect(runner.stateOf('counting')).toMatchObject({ error: 'erase_account: 57014' });
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  expect(runs).toHaveLength(3);
  expect(failures()).toHaveLength(2);
  expect(runner.stateOf('counting')).toMatchObject({ error: null });
});

test('a job over its time limit counts as failed at once, its signal aborts, and it starts again only after it has ended', async () => {
  let end: () => void = () => undefined;
  const signals: AbortSignal[] = [];
  const { job, runs } = countingJob((signal) => {
    signals.push(signal);
    return new Promise<void>((done) => {
      end = done;
    });
  });
  const { failures } = open({ ...job, timeoutMs: 5 * SECOND });
  await vi.advanceTimersByTimeAsync(9 * SECOND);
  expect(signals[0]?.aborted).toBe(true);
  expect(failures()).toEqual(['counting job failed: not done after 5000 ms']);
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  expect(runs).toHaveLength(1);
  end();
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  expect(runs).toHaveLength(2);
});

test('a stop aborts running jobs and waits for them', async () => {
  let ended = false;
  const { job } = countingJob(
    (signal) =>
      new Promise<void>((done) =>
        signal.addEventListener('abort', () =>
          setTimeout(() => {
            ended = true;
            done();
          }, SECOND),
        ),
      ),
  );
  const { runner, failures } = open(job);
  await vi.advanceTimersByTimeAsync(4 * SECOND);
  const stopped = runner.stop();
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(SECOND);
  await stopped;
  expect(ended).toBe(true);
  expect(failures()).toEqual([]);
});

test('a cron job runs at Sofia’s time, before and after a clock change', async () => {
  vi.setSystemTime(new Date('2027-03-27T14:00:00Z'));
  const runs: string[] = [];
  const { runner } = open({
    name: 'reminder',
    cron: '0 17 * * *',
    timeoutMs: SECOND,
    run: async () => runs.push(new Date().toISOString()),
  });
  await vi.advanceTimersByTimeAsync(1.9 * 86_400 * SECOND);
  // 17:00 in Sofia is 15:00 UTC in winter and 14:00 UTC in summer; the clocks change in the night to March 28.
  expect(runs).toEqual(['2027-03-27T15:00:00.000Z', '2027-03-28T14:00:00.000Z']);
  await runner.stop();
});

test('two jobs with one name are rejected, because they would share their state', () => {
  const { job } = countingJob();
  expect(() => new JobRunner([job, job])).toThrow('Two background jobs have the same name');
});
