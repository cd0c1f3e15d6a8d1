/**
 * Writes a pulled page: its rows and the new cursor in one transaction, so that no page is lost or skipped.
 * Guarantees: skips a page that does not continue at the mirror's cursor; when a row has moved to another scope, a page
 * of its former scope does not delete it; while a scope is read again, its old rows stay visible, and the old rows that were
 * not received again are removed at the head.
 * Rule: reading stored rows costs as much as writing new ones, so read stored rows only where they can exist.
 */
import type { Table } from 'dexie';
import { journalKinds } from '@/shared/journal';
import type { Cursor, FeedRow, ScopePage } from '../protocol/types';
import { isMirrorKind } from '../protocol/wire';
import { EMPTY, RunningDigest } from './digest';
import { freshScope } from './mirror';
import {
  type MirrorDb,
  mirrorKinds,
  type OwnRow,
  type Placed,
  type ScopeRow,
  staleScopeOf,
  type UnknownRow,
} from './mirror-schema';
import { isJournalScope, ownRow, ownStoreFor } from './own-rows';

export type GrantedPage = Extract<ScopePage, { rows: FeedRow[] }>;

/**
 * The `seq` and hash of each row received since the engine began to read a scope from 0, keyed by `kind/id`. Apart from stale rows,
 * the scope has no other stored rows.
 */
export type InitialFill = Map<string, { seq: number; hash?: number | undefined }>;

/** If a page has more rows than this, check whether the table is empty before looking up each row. */
const FEW = 50;

type Store = Table<Placed, string | [string, string]>;

const storeFor = (scope: string, kind: string): string =>
  isJournalScope(scope) ? ownStoreFor(kind) : isMirrorKind(kind) ? kind : 'unknown';

const keyFor = (store: string, row: FeedRow): string | [string, string] =>
  store === 'unknown' ? [row.kind, row.id] : row.id;

const hashOf = (row: FeedRow): { _hash?: number } => (typeof row.hash === 'number' ? { _hash: row.hash } : {});

/** Builds the row to store. Modifies and reuses the body object of the parsed response. */
function placed(store: string, scope: string, row: FeedRow, previous: Placed | undefined): Placed {
  const place = { _scope: scope, _seq: row.seq, ...hashOf(row) };
  if (store === 'unknown') return { kind: row.kind, id: row.id, ...place } as UnknownRow;
  if (isJournalScope(scope)) return ownRow(place, row, previous as OwnRow | undefined); // the cast is safe because own tables hold only such rows
  const body = row.body as Placed & { id: string }; // the cast is safe because wire.ts checks that a body is an object
  body.id = row.id;
  return Object.assign(body, place);
}

const everyStore: readonly string[] = [...mirrorKinds, ...journalKinds, 'unknown'];

/** The tables that hold, or once held, rows of a scope. An answer to a push may fill every own table without a page. */
const storesOf = ({ scope, stores }: ScopeRow): readonly string[] =>
  isJournalScope(scope) ? [...journalKinds, 'unknown'] : stores;

const rowsOfScope = (table: Store, scope: string) => table.filter((row) => row._scope === scope);

const rowsOfEither = (table: Store, scope: string) =>
  table.filter((row) => row._scope === scope || row._scope === staleScopeOf(scope));

/**
 * Applies one page.
 * @returns false when the page does not continue at the mirror's cursor (an outdated or repeated response); in that case
 * nothing is written
 */
export async function applyPage(
  mirror: MirrorDb,
  page: GrantedPage,
  asked: Cursor,
  initialFill?: InitialFill,
): Promise<boolean> {
  const byStore = new Map<string, FeedRow[]>();
  for (const row of page.rows) {
    const store = storeFor(page.scope, row.kind);
    const rows = byStore.get(store);
    if (rows) rows.push(row);
    else byStore.set(store, [row]);
  }
  return mirror.transaction('rw', [...byStore.keys(), 'scopes'], async () => {
    // Read in parallel, because each IndexedDB result costs one turn of the event loop.
    const [before, ...old] = await Promise.all([
      mirror.scopes.get(page.scope),
      ...[...byStore].map(([store, rows]) => (initialFill ? undefined : oldRows(mirror.table(store), store, rows))),
    ]);
    if (!before || before.seq !== asked.seq || (before.epoch !== null && before.epoch !== page.epoch)) return false;
    const digest = new RunningDigest(before);
    const changes: Changes[] = [];
    for (const [i, [store, rows]] of [...byStore].entries())
      changes.push(await changesOf(mirror, store, page.scope, rows, digest, initialFill ?? old[i]));
    const stores = [...new Set([...before.stores, ...byStore.keys()])];
    const after = {
      ...before,
      ...digest.value(),
      stores,
      epoch: page.epoch,
      seq: page.seq,
      whole: before.whole || !page.more,
    };
    await Promise.all([...changes.map((change) => write(change, page.scope)), mirror.scopes.put(after)]);
    return true;
  });
}

/** The changes of one page to one table. */
interface Changes {
  table: Store;
  puts: Placed[];
  deletes: (string | [string, string])[];
}

/** The stored row for each row of the page, in the same order; undefined if there is none (or if the table is empty). */
type Old = (Placed | undefined)[] | undefined;

async function changesOf(
  mirror: MirrorDb,
  store: string,
  scope: string,
  rows: FeedRow[],
  digest: RunningDigest,
  before: InitialFill | Old,
): Promise<Changes> {
  const initialFill = before instanceof Map ? before : undefined;
  const old = before instanceof Map ? undefined : before;
  const puts: Placed[] = [];
  const deletes: (string | [string, string])[] = [];

  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as FeedRow;
    if (initialFill) {
      const met = initialFill.get(`${row.kind}/${row.id}`);
      if (met !== undefined) digest.remove(met);
    } else {
      const previous = old?.[i];
      if (previous?._scope === scope) {
        if (previous._seq > 0) digest.remove({ seq: previous._seq, hash: previous._hash }); // an unnumbered row is in no digest
      } else if (previous && row.deleted && !isJournalScope(scope))
        continue; // the stored row moved to another scope or is stale: this scope must not delete it
      else if (previous && previous._scope !== scope) await leave(mirror, previous);
    }
    if (row.deleted) {
      deletes.push(keyFor(store, row));
      initialFill?.delete(`${row.kind}/${row.id}`);
      continue;
    }
    puts.push(placed(store, scope, row, old?.[i]));
    const counted = { seq: row.seq, hash: row.hash ?? undefined };
    digest.add(counted);
    initialFill?.set(`${row.kind}/${row.id}`, counted);
  }
  return { table: mirror.table(store), puts, deletes };
}

/** Deletes and puts may run in any order, because an id occurs only once per page (the server compacts its feed). */
async function write({ table, puts, deletes }: Changes, scope: string): Promise<void> {
  // Only the journal's scope has rows in the own tables.
  if (deletes.length) await (isJournalScope(scope) ? table.bulkDelete(deletes) : removeRows(table, deletes, scope));
  if (puts.length) await table.bulkPut(puts);
}

async function oldRows(table: Store, store: string, rows: FeedRow[]): Promise<Old> {
  if (rows.length > FEW && (await table.limit(1).primaryKeys()).length === 0) return undefined;
  return table.bulkGet(rows.map((row) => keyFor(store, row)));
}

/** Deletes those rows of `keys` that belong to the scope. */
async function removeRows(table: Store, keys: (string | [string, string])[], scope: string): Promise<void> {
  const stored = await table.bulkGet(keys);
  await table.bulkDelete(keys.filter((_, i) => stored[i]?._scope === scope));
}

/** Removes a row from the digest of the scope that it leaves. */
async function leave(mirror: MirrorDb, row: Placed): Promise<void> {
  const scope = await mirror.scopes.get(row._scope);
  if (!scope) return; // stale rows are in no digest
  const digest = new RunningDigest(scope);
  digest.remove({ seq: row._seq, hash: row._hash });
  await mirror.scopes.put({ ...scope, ...digest.value() });
}

interface Restart {
  /** Time (ms) of a repair, if a digest mismatch is the reason. */
  repairedAt?: number;
  /** True if the epoch changed, so the server numbers its rows from the start. */
  renewed?: boolean;
}

/**
 * Resets a scope so that the next pull reads it from 0. Its rows are marked as stale but stay visible until the head is
 * reached.
 */
export async function restartScope(
  mirror: MirrorDb,
  scope: string,
  epoch: number | null,
  { repairedAt, renewed = false }: Restart = {},
): Promise<void> {
  await mirror.transaction('rw', [...everyStore, 'scopes'], async () => {
    const before: ScopeRow = (await mirror.scopes.get(scope)) ?? freshScope(scope);
    for (const store of storesOf(before)) {
      const table: Store = mirror.table(store);
      await rowsOfScope(table, scope).modify({ _scope: staleScopeOf(scope) });
    }
    const mended = repairedAt === undefined ? {} : { mended: before.mended + 1, mended_at: repairedAt };
    const isRenewed = renewed || before.renewed;
    await mirror.scopes.put({
      ...before,
      ...EMPTY,
      epoch,
      seq: 0,
      aside: true,
      whole: false,
      renewed: isRenewed,
      ...mended,
    });
  });
}

/** Removes the stale rows of a scope. Call it at the head, when the rows that still exist have been received again. */
export async function sweepScope(mirror: MirrorDb, scope: string): Promise<void> {
  await mirror.transaction('rw', [...everyStore, 'scopes'], async () => {
    const row = await mirror.scopes.get(scope);
    for (const store of row ? storesOf(row) : []) await rowsOfScope(mirror.table(store), staleScopeOf(scope)).delete();
    await mirror.scopes.update(scope, { aside: false, renewed: false });
  });
}

/** Removes a scope's rows and stops following it: the server denied it, or too many newer videos are followed. */
export async function purgeScope(mirror: MirrorDb, scope: string): Promise<void> {
  await mirror.transaction('rw', [...everyStore, 'scopes'], async () => {
    const row = await mirror.scopes.get(scope);
    for (const store of row ? storesOf(row) : []) await rowsOfEither(mirror.table(store), scope).delete();
    await mirror.scopes.delete(scope);
  });
}
