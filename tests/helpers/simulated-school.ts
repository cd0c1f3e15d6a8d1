/** The rows that simulated actions refer to, and functions that find what was lost, duplicated, stuck or visible to another account. */

import { type MirrorDb, mirrorKinds, type Placed } from '@sync/mirror/mirror-schema';
import { ownTable } from '@sync/mirror/own-rows';
import { shownDocs } from '@sync/outbox/shown';
import type { FeedRow } from '@sync/protocol/types';
import { type JournalData, type JournalDoc, journalKinds, type StoredJournalDoc } from '@/shared/journal';
import { canonical } from './canonical';
import type { Device } from './devices';
import { mergeDocs } from './model-merge-docs';
import type { Backend } from './model-server';

export const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const MARIA = '11111111-1111-4111-8111-111111111111';
export const IVAN = '22222222-2222-4222-8222-222222222222';
export const QUESTION = idOf(500);
export const THINGS = [0, 1, 2, 3].map(idOf);

/** The server's true state, read without sync. */
export interface Truth {
  journal(account: string): Promise<JournalDoc[]>;
  live(scope: string): Promise<FeedRow[]>;
  mayFollow(account: string, scope: string): Promise<boolean>;
}

export interface World {
  backend: Backend;
  truth: Truth;
  devices: Device[];
  /** All writes that devices acknowledged. */
  ledger: { account: string; doc: StoredJournalDoc; skewed: boolean }[];
}

const contentOf = ({ at, active_on, data }: JournalDoc): string => canonical({ at, active_on, data });

/** Reads all rows of these tables in one transaction. */
function placedIn(mirror: MirrorDb, kinds: string[]): Promise<[kind: string, rows: Placed[]][]> {
  return mirror.transaction('r', kinds, () =>
    Promise.all(
      kinds.map(async (kind): Promise<[string, Placed[]]> => [kind, (await mirror.table(kind).toArray()) as Placed[]]),
    ),
  );
}

/** Differences between a device and the server; empty if the device has converged. */
export async function differencesOf(device: Device, truth: Truth): Promise<string[]> {
  const found: string[] = [];
  const { mirror, outbox, account, name } = device;
  const say = (what: string) => found.push(`${name}: ${what}`);

  const rejected = new Set(outbox.docs().flatMap(({ id, state }) => (state === 'rejected' ? [id] : [])));
  const server = new Map((await truth.journal(account)).map((doc) => [doc.id, doc]));
  const local = new Map<string, StoredJournalDoc>();
  for (const kind of journalKinds) {
    const held = outbox.docs().filter((doc) => doc.kind === kind);
    for (const doc of shownDocs(await ownTable(mirror, kind).toArray(), held)) local.set(doc.id, doc);
  }
  for (const [id, doc] of local) {
    const stored = server.get(id);
    if (doc.pending) say(`${id} waits`);
    else if (!stored && !rejected.has(id)) say(`${id} is not on the server`);
    else if (stored && contentOf(stored) !== contentOf(doc) && !rejected.has(id))
      say(`${id} differs: ${contentOf(doc)} ≠ ${contentOf(stored)}`);
  }
  for (const id of server.keys()) if (!local.has(id)) say(`${id} is missing`);

  const held = new Map<string, Map<string, Placed>>();
  for (const [kind, placed] of await placedIn(mirror, [...mirrorKinds, ...journalKinds, 'unknown'])) {
    for (const row of placed as (Placed & { id: string })[]) {
      const rows = held.get(row._scope) ?? new Map<string, Placed>();
      rows.set(`${kind}/${row.id}`, row);
      held.set(row._scope, rows);
    }
  }
  const scopes = await mirror.scopes.toArray();
  for (const { scope } of scopes) {
    const granted = await truth.mayFollow(account, scope);
    const rows = held.get(scope) ?? new Map<string, Placed>();
    held.delete(scope);
    if (!granted) {
      if (rows.size) say(`${rows.size} rows of ${scope} without a right to them`);
      continue;
    }
    const live = await truth.live(scope);
    for (const row of live) {
      const key = scope.startsWith('journal:')
        ? `${row.kind}/${row.id}`
        : `${(mirrorKinds as string[]).includes(row.kind) ? row.kind : 'unknown'}/${row.id}`;
      const mine = rows.get(key);
      rows.delete(key);
      if (!mine) say(`${scope} lacks ${key}`);
      else if (mine._seq !== row.seq) say(`${scope} has ${key} of ${mine._seq}, not ${row.seq}`);
    }
    for (const key of rows.keys()) say(`${scope} still has ${key}`);
  }
  for (const [scope, rows] of held) say(`${rows.size} rows of ${scope}, which is not followed`);
  return found;
}

/** Rows of other accounts on this device. */
export async function foreignDocumentsOn(device: Device, others: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [, rows] of await placedIn(device.mirror, [...mirrorKinds, ...journalKinds, 'unknown'])) {
    for (const row of rows) {
      const scope = String(row._scope);
      if (others.some((other) => scope.includes(other))) found.push(`${device.name}: a row of ${scope}`);
    }
  }
  return found;
}

/** Finds acknowledged writes that were lost. `known`: documents on the server, and those that a device lists as rejected. */
export function lostOf(ledger: World['ledger'], account: string, known: JournalDoc[]): string[] {
  const kept = new Map<string, JournalDoc>();
  for (const doc of known) {
    const known = kept.get(doc.id);
    kept.set(doc.id, known ? mergeDocs(known, doc) : doc);
  }
  const mine = ledger.filter((entry) => entry.account === account);
  const lost: string[] = [];
  for (const { doc } of mine) {
    const found = kept.get(doc.id);
    if (!found) lost.push(`${doc.id} never arrived`);
    else if (!covers(found, doc)) lost.push(`${doc.id}: ${canonical(doc.data)} is not in ${canonical(found.data)}`);
  }
  return [...lost, ...lateOnes(mine, kept)];
}

function covers({ data: kept }: JournalDoc, { kind, data }: StoredJournalDoc): boolean {
  if (kind === 'progress') {
    const [a, b] = [kept, data] as JournalData['progress'][] as [JournalData['progress'], JournalData['progress']];
    const watched = b.intervals.every(([from, to]) => a.intervals.some(([start, end]) => start <= from && end >= to));
    return watched && (a.completed || !b.completed);
  }
  if (kind === 'attempt') {
    const [a, b] = [kept, data] as JournalData['attempt'][] as [JournalData['attempt'], JournalData['attempt']];
    const answered = Object.entries(b.answers).every(([id]) => a.answers[id] !== undefined);
    return answered && (b.finished_at === null || (a.finished_at !== null && a.time_spent === b.time_spent));
  }
  if (kind === 'note') {
    const texts = new Set((kept as JournalData['note']).versions.map(({ text }) => text));
    const [newest] = (data as JournalData['note']).versions;
    return newest !== undefined && (texts.size >= 20 || texts.has(newest.text));
  }
  if (kind === 'comment') {
    const [a, b] = [kept, data] as JournalData['comment'][] as [JournalData['comment'], JournalData['comment']];
    return a.content === b.content && (a.deleted || !b.deleted);
  }
  if (kind === 'read') return (kept as JournalData['read']).deleted || !(data as JournalData['read']).deleted;
  return true;
}

/** For kinds where the later action wins, finds documents whose latest write was lost; skips documents written with a wrong clock. */
function lateOnes(mine: World['ledger'], kept: Map<string, JournalDoc>): string[] {
  const last = new Map<string, StoredJournalDoc>();
  const skewed = new Set(mine.filter((entry) => entry.skewed).map((entry) => entry.doc.id));
  for (const { doc } of mine) {
    if (!['like', 'cart'].includes(doc.kind) || skewed.has(doc.id)) continue;
    const before = last.get(doc.id);
    if (!before || doc.at > before.at || (doc.at === before.at && canonical(doc.data) > canonical(before.data)))
      last.set(doc.id, doc);
  }
  return [...last]
    .filter(([id, doc]) => canonical(kept.get(id)?.data ?? null) !== canonical(doc.data))
    .map(
      ([id, doc]) =>
        `${id}: the last act ${canonical(doc.data)} at ${doc.at} lost to ${canonical(kept.get(id) ?? null)}`,
    );
}

/** Duplicated effects: an attempt's time counted twice, or a comment shown twice. */
export async function doubledOf(ledger: World['ledger'], truth: Truth, accounts: string[]): Promise<string[]> {
  const doubled: string[] = [];
  for (const account of accounts) {
    for (const doc of await truth.journal(account)) {
      if (doc.kind !== 'attempt') continue;
      const most = Math.max(
        ...ledger
          .filter((entry) => entry.doc.id === doc.id)
          .map((entry) => (entry.doc.data as JournalData['attempt']).time_spent),
      );
      const spent = (doc.data as JournalData['attempt']).time_spent;
      if (spent > most) doubled.push(`${doc.id}: ${spent} ms spent, ${most} at most were expected`);
    }
  }
  for (const video of THINGS) {
    const texts = (await truth.live(`video:${video}`))
      .filter(({ kind }) => kind === 'comments')
      .map(({ body }) => (body as { content: string }).content);
    if (new Set(texts).size !== texts.length) doubled.push(`comments of ${video}: ${texts.sort().join(', ')}`);
  }
  return doubled;
}
