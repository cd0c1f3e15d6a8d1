/**
 * Writes what a pull brought: a page of rows and the cursor behind it in one transaction, so that no page can be lost or passed over.
 * Guarantees: a page that does not continue where the mirror stands is left out; a row that moved to another scope is not deleted by
 * the scope it left; while a scope is read again its old rows stay to be seen, and those not met again go at the head.
 * Rule: reading old rows costs as much as writing new ones, so it is done only where an old row can be.
 */
import type { Table } from 'dexie';
import { EMPTY, RunningDigest } from './digest';
import { freshScope } from './mirror';
import {
  asideOf,
  type FeedDoc,
  type MirrorDb,
  mirrorKinds,
  type Placed,
  type ScopeRow,
  type UnknownRow,
} from './mirror-schema';
import type { Cursor, FeedRow, ScopePage } from './types';
import { isMirrorKind } from './wire';

export type GrantedPage = Extract<ScopePage, { rows: FeedRow[] }>;

/** Rows met since a scope's reading began at 0 in this run, by kind and id: what else is in the tables is not of this scope. */
export type Filling = Map<string, number>;

/** Key in `meta`: how often the journal's feed was begun anew; what was compared before counts no more. */
const READINGS = 'journal_readings';

/** So few rows are looked for at once; of more it is asked first whether the table holds any. */
const FEW = 50;

type Store = Table<Placed, string | [string, string]>;

const storeFor = (scope: string, kind: string): string =>
  scope.startsWith('journal:') ? 'feed' : isMirrorKind(kind) ? kind : 'unknown';

const keyFor = (store: string, row: FeedRow): string | [string, string] =>
  store === 'unknown' ? [row.kind, row.id] : row.id;

/** The row as it is stored. The body is the parsed answer's own object, ours to write to. */
function placed(store: string, scope: string, row: FeedRow): Placed {
  const place = { _scope: scope, _seq: row.seq };
  if (store === 'feed') return { id: row.id, deleted: row.deleted, body: row.body, ...place } as FeedDoc;
  if (store === 'unknown') return { kind: row.kind, id: row.id, ...place } as UnknownRow;
  const body = row.body as Placed & { id: string }; // an object, as wire.ts made sure
  body.id = row.id;
  body._scope = scope;
  body._seq = row.seq;
  return body;
}

const everyStore: readonly string[] = [...mirrorKinds, 'feed', 'unknown'];

const rowsOfScope = (table: Store, scope: string) => table.filter((row) => row._scope === scope);

const rowsOfEither = (table: Store, scope: string) =>
  table.filter((row) => row._scope === scope || row._scope === asideOf(scope));

/**
 * Applies one page.
 * @returns false when the page does not continue where the mirror stands (an old or doubled answer): nothing was written.
 */
export async function applyPage(
  mirror: MirrorDb,
  page: GrantedPage,
  asked: Cursor,
  filling?: Filling,
): Promise<boolean> {
  const byStore = new Map<string, FeedRow[]>();
  for (const row of page.rows) {
    const store = storeFor(page.scope, row.kind);
    const rows = byStore.get(store);
    if (rows) rows.push(row);
    else byStore.set(store, [row]);
  }
  return mirror.transaction('rw', [...byStore.keys(), 'scopes'], async () => {
    // Side by side: each answer of the database takes a turn of the browser.
    const [before, ...old] = await Promise.all([
      mirror.scopes.get(page.scope),
      ...[...byStore].map(([store, rows]) => (filling ? undefined : oldRows(mirror.table(store), store, rows))),
    ]);
    if (!before || before.seq !== asked.seq || (before.epoch !== null && before.epoch !== page.epoch)) return false;
    const digest = new RunningDigest(before);
    const changes: Changes[] = [];
    for (const [i, [store, rows]] of [...byStore].entries())
      changes.push(await changesOf(mirror, store, page.scope, rows, digest, filling ?? old[i]));
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

/** What a page does to one table. */
interface Changes {
  table: Store;
  puts: Placed[];
  deletes: (string | [string, string])[];
}

/** What stood in the place of each row of a page; undefined where nothing can have stood. */
type Old = (Placed | undefined)[] | undefined;

async function changesOf(
  mirror: MirrorDb,
  store: string,
  scope: string,
  rows: FeedRow[],
  digest: RunningDigest,
  before: Filling | Old,
): Promise<Changes> {
  const filling = before instanceof Map ? before : undefined;
  const old = before instanceof Map ? undefined : before;
  const keepsDeleted = store === 'feed';
  const puts: Placed[] = [];
  const deletes: (string | [string, string])[] = [];

  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as FeedRow;
    if (filling) {
      const met = filling.get(`${row.kind}/${row.id}`);
      if (met !== undefined) digest.remove(met);
    } else {
      const previous = old?.[i];
      const here = previous?._scope === scope && !(keepsDeleted && (previous as FeedDoc).deleted);
      if (previous && here) digest.remove(previous._seq);
      else if (previous && row.deleted && !keepsDeleted)
        continue; // moved to another scope, or set aside: not this scope's to delete
      else if (previous && previous._scope !== scope) await leave(mirror, previous);
    }
    if (row.deleted && !keepsDeleted) {
      deletes.push(keyFor(store, row));
      filling?.delete(`${row.kind}/${row.id}`);
      continue;
    }
    puts.push(placed(store, scope, row));
    if (row.deleted) {
      filling?.delete(`${row.kind}/${row.id}`);
      continue;
    }
    digest.add(row.seq);
    filling?.set(`${row.kind}/${row.id}`, row.seq);
  }
  return { table: mirror.table(store), puts, deletes };
}

/** Removed first: in one page an id comes once, the feed being compacted. */
async function write({ table, puts, deletes }: Changes, scope: string): Promise<void> {
  if (deletes.length) await removeRows(table, deletes, scope);
  if (puts.length) await table.bulkPut(puts);
}

async function oldRows(table: Store, store: string, rows: FeedRow[]): Promise<Old> {
  if (rows.length > FEW && (await table.limit(1).primaryKeys()).length === 0) return undefined;
  return table.bulkGet(rows.map((row) => keyFor(store, row)));
}

/** Deletes by key what belongs to the scope. */
async function removeRows(table: Store, keys: (string | [string, string])[], scope: string): Promise<void> {
  const stored = await table.bulkGet(keys);
  await table.bulkDelete(keys.filter((_, i) => stored[i]?._scope === scope));
}

/** A row goes to another scope: the scope that it leaves counts it no more. */
async function leave(mirror: MirrorDb, row: Placed): Promise<void> {
  const scope = await mirror.scopes.get(row._scope);
  if (!scope) return; // set aside: counted by nobody
  const digest = new RunningDigest(scope);
  digest.remove(row._seq);
  await mirror.scopes.put({ ...scope, ...digest.value() });
}

export const readingsOf = async (mirror: MirrorDb): Promise<number> =>
  Number((await mirror.meta.get(READINGS))?.value ?? 0);

/** Reads a scope again from 0. Its rows stay to be seen until the head; `mending` notes when it was for a differing digest. */
export async function restartScope(
  mirror: MirrorDb,
  scope: string,
  epoch: number | null,
  mending?: number,
): Promise<void> {
  await mirror.transaction('rw', [...everyStore, 'scopes', 'meta'], async () => {
    // What RxDB was fed is compared again as well, from the first row.
    if (scope.startsWith('journal:')) await mirror.meta.put({ key: READINGS, value: (await readingsOf(mirror)) + 1 });
    const before: ScopeRow = (await mirror.scopes.get(scope)) ?? freshScope(scope);
    for (const store of before.stores) {
      const table: Store = mirror.table(store);
      await rowsOfScope(table, scope).modify({ _scope: asideOf(scope) });
    }
    const mended = mending === undefined ? {} : { mended: before.mended + 1, mended_at: mending };
    await mirror.scopes.put({ ...before, ...EMPTY, epoch, seq: 0, aside: true, whole: false, ...mended });
  });
}

/** At the head: removes what was set aside and not met again. */
export async function sweepScope(mirror: MirrorDb, scope: string): Promise<void> {
  await mirror.transaction('rw', [...everyStore, 'scopes'], async () => {
    const stores = (await mirror.scopes.get(scope))?.stores ?? [];
    for (const store of stores) await rowsOfScope(mirror.table(store), asideOf(scope)).delete();
    await mirror.scopes.update(scope, { aside: false });
  });
}

/** The account may hold this scope no longer: its rows go, and the scope is followed no more. */
export async function purgeScope(mirror: MirrorDb, scope: string): Promise<void> {
  await mirror.transaction('rw', [...everyStore, 'scopes'], async () => {
    const stores = (await mirror.scopes.get(scope))?.stores ?? [];
    for (const store of stores) await rowsOfEither(mirror.table(store), scope).delete();
    await mirror.scopes.delete(scope);
  });
}
