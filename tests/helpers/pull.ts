/** Calls sync_pull as a device does, and builds the copy of a scope that the device should have after the pull. */
import { type Actor, as, type Session } from './database';

export interface Entry {
  scope: string;
  denied?: boolean;
  epoch?: number;
  rows?: { kind: string; id: string; seq: number; deleted: boolean; body: Record<string, unknown> | null }[];
  seq?: number;
  more?: boolean;
  digest?: { count: number; sum: string; xor: string };
}

export async function pull(
  session: Session,
  actor: Actor,
  cursors: unknown,
  limit: number | null = 1000,
): Promise<Entry[]> {
  const [row] = await as(session, actor, (own) =>
    own.query<{ answer: Entry[] }>('select public.sync_pull($1::jsonb, $2::int) as answer', [
      JSON.stringify(cursors),
      limit,
    ]),
  );
  return row?.answer ?? [];
}

export interface Copy {
  cursor: number;
  /** Rows that are not deleted, by `kind/id`. */
  rows: Map<string, { seq: number; body: Record<string, unknown> | null }>;
}
export const emptyCopy = (): Copy => ({ cursor: 0, rows: new Map() });

/** Pulls a scope page by page into `copy` until no more rows follow. @returns the last page. */
export async function follow(session: Session, actor: Actor, scope: string, copy: Copy, limit = 1000): Promise<Entry> {
  for (;;) {
    const [entry] = await pull(session, actor, [{ scope, seq: copy.cursor }], limit);
    if (!entry || entry.denied) throw new Error(`${scope} was denied`);
    for (const { kind, id, seq, deleted, body } of entry.rows ?? []) {
      if (deleted) copy.rows.delete(`${kind}/${id}`);
      else copy.rows.set(`${kind}/${id}`, { seq, body });
    }
    copy.cursor = entry.seq ?? copy.cursor;
    if (!entry.more) return entry;
  }
}

/** The digest that a device computes from its copy of a scope. */
export function digestOf(copy: Copy): { count: number; sum: string; xor: string } {
  let sum = 0n;
  let xor = 0n;
  for (const { seq } of copy.rows.values()) {
    sum += BigInt(seq);
    xor ^= BigInt(seq);
  }
  return { count: copy.rows.size, sum: String(sum), xor: String(xor) };
}
