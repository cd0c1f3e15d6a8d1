/** The rows and the interface of each bench page that measures a store. Times are in ms of `performance.now()`. */
export interface BenchRow {
  kind: string;
  id: string;
  seq: number;
  deleted: boolean;
  body: {
    id: string;
    course_id: string;
    title: string;
    description: string;
    duration_seconds: number;
    order_position: number;
    updated_at: string;
  };
}

export interface BenchPage {
  scope: string;
  epoch: number;
  rows: BenchRow[];
  seq: number;
  more: boolean;
}

/** Fetches the next page: up to `limit` of the `total` rows (about 600 bytes each), starting after `seq`. */
export async function fetchPage(seq: number, total: number, limit = 1_000): Promise<BenchPage> {
  const answer = await fetch(`/rows?seq=${seq}&total=${total}&limit=${limit}`);
  return answer.json();
}

export interface StorePeer {
  /** Fills an empty store with `total` rows. @returns the time (ms) from opening the store until the last page is durable */
  firstSync(total: number): Promise<number>;
  /** Opens the filled store and reads the first 20 rows. */
  coldStart(): Promise<{ ms: number; rows: number }>;
  /** Counts the rows in the store, so that the bench can verify the measured work. */
  count(): Promise<number>;
}

export function offer(peer: StorePeer): void {
  Object.assign(window, { peer });
}
