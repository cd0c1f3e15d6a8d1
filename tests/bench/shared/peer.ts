/** Rows and the interface of a page in the stores' measurement. Times are in ms of `performance.now()`. */
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

/** The next page after `seq`, at most `limit` of `total` rows of about 600 bytes. */
export async function fetchPage(seq: number, total: number, limit = 1_000): Promise<BenchPage> {
  const answer = await fetch(`/rows?seq=${seq}&total=${total}&limit=${limit}`);
  return answer.json();
}

export interface StorePeer {
  /** Fills an empty store with `total` rows. @returns the time from opening to the last durable page. */
  firstSync(total: number): Promise<number>;
  /** Opens the filled store and reads the first 20 rows. */
  coldStart(): Promise<{ ms: number; rows: number }>;
  /** Number of rows in the store, to verify the measured work. */
  count(): Promise<number>;
}

export function offer(peer: StorePeer): void {
  Object.assign(window, { peer });
}
