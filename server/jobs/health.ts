/**
 * GET /health: what is wrong, and the last run of each background job.
 * Rule: anybody may read it, so it names parts and jobs; the reasons are in the log and in the database.
 */
import { setTimeout as after } from 'node:timers/promises';
import { isMissingFunction } from '../http/service-client';
import type { Job } from './job';
import type { JobRunner } from './job-runner';
import type { JobRun, JobStore } from './job-store';

/** A database that takes longer than this (ms) counts as not answering. */
const DATABASE_MS = 3_000;
/** A job counts as late after this number of intervals without a start. */
const LATE_INTERVALS = 3;

type Problem =
  | { problem: 'database_unavailable' | 'disk_full' | 'backup_failed' }
  | { problem: 'job_failed' | 'job_late'; job: string };

interface JobHealth {
  name: string;
  /** How the last finished run ended; null = none has finished yet. */
  result: 'success' | 'failure' | null;
  started_at: string | null;
  finished_at: string | null;
  duration_ms: number | null;
}

export interface Health {
  /** `down`: the database does not answer. `degraded`: requests are answered, but something needs attention. */
  status: 'ok' | 'degraded' | 'down';
  problems: Problem[];
  jobs: JobHealth[];
}

export interface HealthOptions {
  jobs: readonly Job[];
  runner: JobRunner;
  store: JobStore;
  /** Problems of the machine, where this process can see them. */
  machine?: (() => Promise<readonly ('disk_full' | 'backup_failed')[]>) | undefined;
  now: () => number;
}

export function openHealth({ jobs, runner, store, machine, now }: HealthOptions): () => Promise<Health> {
  const openedAt = now();
  return async () => {
    const [stored, machineProblems] = await Promise.all([storedRuns(store), machine?.() ?? []]);
    const runs = jobs.map((job) => jobHealth(job, runner, stored));
    const problems: Problem[] = [
      ...(stored ? [] : [{ problem: 'database_unavailable' } as const]),
      ...machineProblems.map((problem) => ({ problem })),
      ...runs
        .filter(({ result }) => result === 'failure')
        .map(({ name }) => ({ problem: 'job_failed', job: name }) as const),
      ...jobs
        .filter((job, index) => isLate(job, runs[index]?.started_at ?? null, openedAt, now()))
        .map(({ name }) => ({ problem: 'job_late', job: name }) as const),
    ];
    return { status: !stored ? 'down' : problems.length > 0 ? 'degraded' : 'ok', problems, jobs: runs };
  };
}

/** @returns undefined if the database does not answer; no runs if it is not a database of this product. */
async function storedRuns(store: JobStore): Promise<JobRun[] | undefined> {
  const runs = store.runs().catch((error: unknown) => (isMissingFunction(error) ? [] : undefined));
  return Promise.race([runs, after(DATABASE_MS, undefined, { ref: false })]);
}

const resultOf = (finishedAt: unknown, failed: boolean) =>
  finishedAt === null ? null : failed ? 'failure' : 'success';
const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

function jobHealth({ name }: Job, runner: JobRunner, stored: JobRun[] | undefined): JobHealth {
  const run = stored?.find((one) => one.name === name);
  if (run) {
    const { started_at, finished_at, duration_ms, failed } = run;
    return { name, result: resultOf(finished_at, failed), started_at, finished_at, duration_ms };
  }
  const { startedAt, durationMs, error } = runner.stateOf(name);
  const finishedAt = startedAt !== null && durationMs !== null ? startedAt + durationMs : null;
  const result = resultOf(finishedAt, error !== null);
  return { name, result, started_at: isoOf(startedAt), finished_at: isoOf(finishedAt), duration_ms: durationMs };
}

/** Jobs at wall-clock times are never late: most of the day they are not due. */
function isLate(job: Job, startedAt: string | null, openedAt: number, now: number): boolean {
  if (!('everyMs' in job)) return false;
  const since = Math.max(startedAt ? Date.parse(startedAt) : 0, openedAt + job.firstAfterMs);
  return now - since > LATE_INTERVALS * job.everyMs + job.timeoutMs;
}
