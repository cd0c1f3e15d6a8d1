/**
 * A background job: a name, a schedule, a time limit and a function. jobs.ts contains the tables of jobs, job-runner.ts runs them.
 * Rule: a job can be stopped and started again at any moment. It reads its work from the database or the disk and keeps no state in memory.
 */

interface JobBase {
  /** Key of the job's stored state. Do not rename a job: the history of its runs would be lost. */
  name: string;
  /** After this time (ms) the run counts as failed and its signal aborts. The next run waits until this one has ended. */
  timeoutMs: number;
  /** Does the due work. `signal` aborts at the time limit and when the server stops; a long job checks it between steps. */
  run: (signal: AbortSignal) => Promise<unknown>;
}

/** Repeats from the start of the server. `firstAfterMs` delays the first run, so that the start stays fast. */
interface IntervalJob extends JobBase {
  everyMs: number;
  firstAfterMs: number;
}

/** Runs at wall-clock times of the academy's time zone, for example `0 17 * * *` = daily at 17:00 Europe/Sofia. */
interface CronJob extends JobBase {
  cron: string;
}

export type Job = IntervalJob | CronJob;
