/** Calls sync_pull as a device does, and builds the copy of a scope that the device should have after the pull. */
import { EMPTY, RunningDigest } from '@sync/mirror/digest';
import type { Digest } from '@sync/protocol/types';
import { type Actor, as, type Session } from './database';

export interface Entry {
  scope: string;
  denied?: boolean;
  epoch?: number;
  rows?: {
    kind: string;
    id: string;
    seq: number;
    hash: number;
    deleted: boolean;
    body: Record<string, unknown> | null;
  }[];
  seq?: number;
  more?: boolean;
  digest?: Digest;
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
  rows: Map<string, { seq: number; hash: number; body: Record<string, unknown> | null }>;
}
export const emptyCopy = (): Copy => ({ cursor: 0, rows: new Map() });

/** Pulls a scope page by page into `copy` until no more rows follow. @returns the last page. */
export async function follow(session: Session, actor: Actor, scope: string, copy: Copy, limit = 1000): Promise<Entry> {
  for (;;) {
    const [entry] = await pull(session, actor, [{ scope, seq: copy.cursor }], limit);
    if (!entry || entry.denied) throw new Error(`${scope} was denied`);
    for (const { kind, id, seq, hash, deleted, body } of entry.rows ?? []) {
      if (deleted) copy.rows.delete(`${kind}/${id}`);
      else copy.rows.set(`${kind}/${id}`, { seq, hash, body });
    }
    copy.cursor = entry.seq ?? copy.cursor;
    if (!entry.more) return entry;
  }
}

/** The digest that a device computes from its copy of a scope. */
export function digestOf(copy: Copy): Digest {
  const digest = new RunningDigest(EMPTY);
  for (const row of copy.rows.values()) digest.add(row);
  return digest.value();
}
