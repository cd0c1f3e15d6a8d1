/**
 * Runs the background jobs of a table and records the last run of each job.
 * Guarantees: a job never overlaps itself, even across processes that share a database (JobStore); a failing job is logged, keeps its
 * schedule and does not stop other jobs; after `stop()` no job runs.
 *
 *   schedule ──due──► running ──► done | failed ──► schedule
 *                        └─ time limit: the run counts as failed and its signal aborts; the next run waits until this one has ended
 */
import { Cron } from 'croner';
import { isMissingFunction } from '../http/service-client';
import { logFailure } from '../telemetry/log';
import { jobFailures, jobLastRun, jobSeconds } from '../telemetry/metrics';
import { loggedReason, ReportedError } from '../telemetry/reported-error';
import type { Job } from './job';
import type { JobStore } from './job-store';

const TIME_ZONE = 'Europe/Sofia';

export interface JobState {
  name: string;
  /** Start of the last run (Unix time, ms); null = the job has not run yet. */
  startedAt: number | null;
  /** Length of the last finished run (ms). */
  durationMs: number | null;
  /** Error of the last finished run; null = it succeeded. */
  error: string | null;
}

interface Options {
  /** State shared by all processes; without a store, this process is assumed to be the only one. */
  store?: JobStore;
  now?: () => number;
}

export class JobRunner {
  readonly #jobs: Map<string, Job>;
  readonly #states = new Map<string, JobState>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #schedules: { stop: () => void }[] = [];
  readonly #stopping = new AbortController();
  readonly #store: JobStore | undefined;
  readonly #now: () => number;

  constructor(jobs: Job[], { store, now = Date.now }: Options = {}) {
    this.#jobs = new Map(jobs.map((job) => [job.name, job]));
    if (this.#jobs.size < jobs.length) throw new Error('Two background jobs have the same name');
    this.#store = store;
    this.#now = now;
  }

  /** The last run of a job in this process. */
  stateOf(name: string): JobState {
    return this.#states.get(name) ?? { name, startedAt: null, durationMs: null, error: null };
  }

  start(): void {
    for (const job of this.#jobs.values()) this.#schedules.push(this.#schedule(job));
  }

  /** Ends the schedules, aborts the running jobs and waits for them. */
  async stop(): Promise<void> {
    for (const schedule of this.#schedules.splice(0)) schedule.stop();
    this.#stopping.abort(new ReportedError('the server stops'));
    await Promise.all(this.#running.values());
  }

  /** Runs a job now, or joins its current run. @returns a promise that settles when that run ends */
  run(name: string): Promise<void> {
    const job = this.#jobs.get(name);
    if (!job) throw new Error(`There is no background job ${name}`);
    const running = this.#running.get(name) ?? this.#runOnce(job).finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }

  #schedule(job: Job): { stop: () => void } {
    const run = () => void this.run(job.name);
    if ('cron' in job) return new Cron(job.cron, { timezone: TIME_ZONE, unref: true }, run);
    let every: NodeJS.Timeout | undefined;
    const first = setTimeout(() => {
      run();
      every = setInterval(run, job.everyMs).unref();
    }, job.firstAfterMs).unref();
    const stop = () => {
      clearTimeout(first);
      clearInterval(every);
    };
    return { stop };
  }

  async #runOnce(job: Job): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    try {
      const run = await this.#store?.begin(job);
      if (run === null) return;
      const end = await this.#runClaimed(job);
      if (run !== undefined) await this.#store?.finish(job, run, end);
    } catch (error) {
      this.#report(job, error);
    }
  }

  /** @returns duration and error of the run, once its work has ended (even after the time limit) */
  async #runClaimed(job: Job): Promise<{ durationMs: number; error: string | null }> {
    const startedAt = this.#now();
    const state: JobState = { ...this.stateOf(job.name), startedAt };
    this.#states.set(job.name, state);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new ReportedError(`not done after ${job.timeoutMs} ms`)), job.timeoutMs);
    const signal = AbortSignal.any([limit.signal, this.#stopping.signal]);
    const work = Promise.resolve(signal).then(job.run);
    const failure = await Promise.race([work.then(() => null, asError), abortOf(signal)]);
    clearTimeout(timer);
    const end = { durationMs: this.#now() - startedAt, error: failure && loggedReason(failure) };
    this.#states.set(job.name, { ...state, ...end });
    countRun(job, end);
    if (failure) this.#report(job, failure);
    // A run that ignores its abort signal still counts as running.
    await work.catch(() => undefined);
    return end;
  }

  #report(job: Job, failure: unknown): void {
    // Do not log the failure if the database lacks the product's functions (no work can be due), or while stopping (failures are expected).
    if (isMissingFunction(failure) || this.#stopping.signal.aborted) return;
    logFailure('job failed', failure, { job: job.name });
  }
}

function countRun({ name: job }: Job, { durationMs, error }: { durationMs: number; error: string | null }): void {
  jobSeconds.set({ job }, durationMs / 1000);
  jobLastRun.set({ job, result: error === null ? 'success' : 'failure' }, Date.now() / 1000);
  if (error !== null) jobFailures.inc({ job });
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error('unknown'));

const abortOf = (signal: AbortSignal) =>
  new Promise<Error>((resolve) => {
    signal.addEventListener('abort', () => resolve(asError(signal.reason)), { once: true });
  });
