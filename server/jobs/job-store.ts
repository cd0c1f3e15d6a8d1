/**
 * The state of the background jobs in the database, shared by all processes on it (public.background_jobs).
 * Guarantees: one process at a time runs a job. The process's claim ends with `finish`, or with the lease if the process has died.
 */
import * as v from 'valibot';
import type { Call } from '../http/service-client';
import type { Job } from './job';

/** The lease is longer than the job's time limit by this time (ms), because a run that ignores its abort signal takes longer than the limit. */
const LEASE_RESERVE_MS = 60_000;
/** Minimum time between two starts of a cron job (ms), so that only one process runs it in a given minute. */
const CRON_PAUSE_MS = 30_000;

const claimSchema = v.variant('claim', [
  v.object({ claim: v.literal('run'), run: v.number() }),
  v.object({ claim: v.picklist(['busy', 'done']) }),
]);

const runsSchema = v.array(
  v.object({
    name: v.string(),
    started_at: v.nullable(v.string()),
    finished_at: v.nullable(v.string()),
    duration_ms: v.nullable(v.number()),
    failed: v.boolean(),
  }),
);
/** The last run of a job, whichever process ran it. */
export type JobRun = v.InferOutput<typeof runsSchema>[number];

/** Minimum time between two starts (ms): half the interval, so that two processes together run a job no more often than one would. */
const pauseOf = (job: Job) => ('cron' in job ? CRON_PAUSE_MS : Math.floor(job.everyMs / 2));

export class JobStore {
  readonly #call: Call;
  constructor(call: Call) {
    this.#call = call;
  }

  /** @returns the number of the run, or null when another process runs the job or has just run it */
  async begin(job: Job): Promise<number | null> {
    const args = { p_name: job.name, p_pause_ms: pauseOf(job), p_lease_ms: job.timeoutMs + LEASE_RESERVE_MS };
    const claim = v.parse(claimSchema, await this.#call('job_begin', args));
    return claim.claim === 'run' ? claim.run : null;
  }

  async finish(job: Job, run: number, end: { durationMs: number; error: string | null }): Promise<void> {
    const args = { p_name: job.name, p_run: run, p_duration_ms: end.durationMs, p_error: end.error };
    await this.#call('job_finish', args);
  }

  async runs(): Promise<JobRun[]> {
    return v.parse(runsSchema, await this.#call('job_runs'));
  }
}
