/**
 * A background job: a name, a schedule, a time limit and a function. The tables of jobs are in jobs.ts, the runner is in job-runner.ts.
 * Rule: a job can be stopped and started again at any moment. It finds its own work in the database and keeps nothing in memory.
 */

interface JobBase {
  /** Key of the job's stored state. Do not rename a job: the history of its runs would start again. */
  name: string;
  /** After this time (ms) the run counts as failed and its signal aborts. The next run waits until it has really ended. */
  timeoutMs: number;
  /** Does what is due. `signal` aborts on the time limit and when the server stops: a job with many steps checks it between two steps. */
  run: (signal: AbortSignal) => Promise<unknown>;
}

/** Repeats from the start of the server. `firstAfterMs`: delay of the first run, so that a start stays fast. */
interface IntervalJob extends JobBase {
  everyMs: number;
  firstAfterMs: number;
}

/** Runs by the wall clock of the academy, for example `0 17 * * *` = each day at 17:00 Europe/Sofia. */
interface CronJob extends JobBase {
  cron: string;
}

export type Job = IntervalJob | CronJob;
