/**
 * The learner's own documents in the mirror: rows that a pull or the answer to a push has brought.
 * Guarantees: a pull never replaces a row from an answer by an older revision; while the journal's scope is read again, no document of the learner
 * is removed or set back before the outbox has it.
 */
import type { Table } from 'dexie';
import { isKind, type JournalDoc, journalKinds, type Kind } from '@/shared/journal';
import { checkReceived } from '../protocol/kinds';
import type { FeedRow } from '../protocol/types';
import { journalScope, type MirrorDb, type OwnRow, type Placed, type ScopeRow, staleScopeOf } from './mirror-schema';

/** The table of a kind. Dexie's `table` has no type per name. */
export const ownTable = (mirror: MirrorDb, kind: Kind): Table<OwnRow, string> => mirror.table<OwnRow, string>(kind);

/** The epoch under which this device has read the account's own documents; null before the first page. */
export const journalEpoch = async (mirror: MirrorDb, account: string): Promise<number | null> =>
  (await mirror.scopes.get(journalScope(account)))?.epoch ?? null;

/**
 * Stores the server's documents from the answers to a push. A row that a pull has numbered keeps its number until the next pull.
 * @param epoch the epoch when the push was sent
 * @returns false if the documents are read under another epoch now: the server that answered may not have what it confirmed
 */
export async function storeAnswers(
  mirror: MirrorDb,
  account: string,
  docs: readonly JournalDoc[],
  epoch: number | null,
): Promise<boolean> {
  const scope = journalScope(account);
  const kinds = [...new Set(docs.map(({ kind }) => kind))];
  return mirror.transaction('rw', [...kinds, 'scopes'], async () => {
    if ((await journalEpoch(mirror, account)) !== epoch) return false;
    await Promise.all(
      kinds.map(async (kind) => {
        const table = ownTable(mirror, kind);
        const mine = docs.filter((doc) => doc.kind === kind);
        const old = await table.bulkGet(mine.map(({ id }) => id));
        const rows = mine.flatMap((doc, i): OwnRow[] => {
          const known = old[i]?._scope === scope ? old[i] : undefined;
          if (known && known.rev > doc.rev) return [];
          const pulled = known && known._pulled === undefined ? known.data : (known?._pulled ?? null);
          const hash = known?._hash === undefined ? {} : { _hash: known._hash };
          return [{ ...doc, _scope: scope, _seq: known?._seq ?? 0, ...hash, _pulled: pulled }];
        });
        await table.bulkPut(rows);
      }),
    );
    return true;
  });
}

/** Builds the row of a pulled document. Keeps the content of `known`, a newer revision from an answer, and only takes the number. */
export function ownRow(place: Placed, row: FeedRow, known: OwnRow | undefined): OwnRow {
  const verdict = checkReceived(row.body);
  if (!verdict.ok || verdict.doc.id !== row.id) return { ...(row.body as OwnRow), id: row.id, ...place, _strange: 1 }; // only stored, never read
  if (known?._scope === place._scope && !known._strange && known.rev > verdict.doc.rev)
    return { ...known, ...place, _pulled: verdict.doc.data };
  return { ...verdict.doc, ...place };
}

/** Compares two JSON values; the database orders the members of an object in its own way. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return left.length === right.size && left.every(([name, value]) => right.has(name) && isSame(value, right.get(name)));
}

const contentOf = ({ at, active_on, data }: JournalDoc) => ({ at, active_on, data });

/**
 * The stale documents that the rows of a page would set back: the server has lost what they contain. After a repair in the same epoch, a row with a
 * higher revision only brings what this device has missed.
 */
export async function setBackBy(
  mirror: MirrorDb,
  { scope, renewed }: ScopeRow,
  page: readonly FeedRow[],
): Promise<JournalDoc[]> {
  const found: JournalDoc[] = [];
  for (const kind of journalKinds) {
    const rows = page.filter((row) => row.kind === kind && !row.deleted);
    const old = rows.length ? await ownTable(mirror, kind).bulkGet(rows.map(({ id }) => id)) : [];
    for (const [i, row] of rows.entries()) {
      const known = old[i];
      const verdict = checkReceived(row.body);
      if (!known || known._strange || known._scope !== staleScopeOf(scope) || !verdict.ok) continue;
      if (!isSame(contentOf(known), contentOf(verdict.doc)) && (renewed || known.rev >= verdict.doc.rev))
        found.push(known);
    }
  }
  return found;
}

/** The documents that the new reading of the scope has not returned. */
export async function notReturned(mirror: MirrorDb, scope: string): Promise<JournalDoc[]> {
  const rows = await Promise.all(
    journalKinds.map((kind) =>
      ownTable(mirror, kind)
        .filter(({ _scope, _strange }) => _scope === staleScopeOf(scope) && !_strange)
        .toArray(),
    ),
  );
  return rows.flat();
}

/** Shows the rows that an earlier version of the app could not read and this one can. */
export async function readStrange(mirror: MirrorDb): Promise<void> {
  for (const kind of journalKinds) {
    const rows = await ownTable(mirror, kind).where('_strange').equals(1).toArray();
    const known = rows.flatMap(({ _scope, _seq, _hash, _strange, ...body }): OwnRow[] => {
      const verdict = checkReceived(body);
      return verdict.ok ? [{ ...verdict.doc, _scope, _seq, ...(_hash === undefined ? {} : { _hash }) }] : [];
    });
    if (known.length > 0) await ownTable(mirror, kind).bulkPut(known);
  }
}

/** True for the scope of the learner's own documents. */
export const isJournalScope = (scope: string): boolean => scope.startsWith('journal:');

/** The table that stores a row of the learner's own scope. */
export const ownStoreFor = (kind: string): string => (isKind(kind) ? kind : 'unknown');
