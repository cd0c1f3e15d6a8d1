// Counts requests in fixed windows in the database, which all processes share. http/rate-limit.ts says which limits need that.
import { readFileSync } from 'node:fs';
import type { Counted } from '../../http/rate-limit';
import type { Database } from './database';

const sql = readFileSync(new URL('request-counts.sql', import.meta.url), 'utf8');

/** Pause between two removals of past windows (ms). */
const CLEAN_MS = 60_000;

export class RequestCounts {
  readonly #run: Database['run'];
  #cleaned = Number.NEGATIVE_INFINITY;

  constructor({ run }: Pick<Database, 'run'>) {
    this.#run = run;
  }

  /** Creates the table. Call it while no other process starts. */
  static async prepare({ run }: Pick<Database, 'run'>): Promise<void> {
    await run(sql);
  }

  /** Counts one request of `key`, whose window starts at its first request. */
  async count(key: string, seconds: number): Promise<Counted> {
    if (performance.now() - this.#cleaned > CLEAN_MS) {
      this.#cleaned = performance.now();
      await this.#run('delete from embedded.request_counts where ends_at <= now()', []);
    }
    const [row] = await this.#run(
      `insert into embedded.request_counts as stored (key, count, ends_at) values ($1, 1, now() + make_interval(secs => $2))
        on conflict (key) do update set
          count = case when stored.ends_at <= now() then 1 else stored.count + 1 end,
          ends_at = case when stored.ends_at <= now() then excluded.ends_at else stored.ends_at end
        returning count, ceil(extract(epoch from ends_at - now()))::int as seconds_left`,
      [key, seconds],
    );
    return { count: Number(row?.count), secondsLeft: Number(row?.seconds_left) };
  }
}
