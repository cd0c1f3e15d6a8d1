/**
 * An in-memory model of the server (architecture §2): scopes with feeds and digests, sync_pull, sync_push with the real merge rules, pokes,
 * and some effects on mirror rows. `tests/sync/simulation-sql.test.ts` runs the same simulations on the real SQL.
 */

import { crc32 } from 'node:zlib';
import { TransportError } from '@sync/protocol/errors';
import { checkDoc, checkReceived } from '@sync/protocol/kinds';
import type { Cursor, FeedRow, PushAnswer, ScopePage } from '@sync/protocol/types';
import type { JournalData, JournalDoc } from '@/shared/journal';
import { CLOCK_AHEAD_MS, PUSH_BYTES, PUSH_LIMIT } from '@/shared/limits';
import { canonical } from './canonical';
import { mergeValid } from './model-merge';
import { mergeDocs } from './model-merge-docs';

export type Plan = 'free' | 'pro' | 'premium';

interface Scope {
  epoch: number;
  seq: number;
  rows: Map<string, FeedRow>;
}

export interface Backend {
  pull(account: string, cursors: Cursor[], limit: number): Promise<ScopePage[]>;
  push(account: string, docs: JournalDoc[]): Promise<PushAnswer[]>;
  /** Subscribes to pokes. @returns a function that unsubscribes. */
  listen(account: string, scopes: string[], onPoke: (scope: string, spreadMs: number) => void): () => void;
}

/** Hash of a row's content, like the generated column `hash` of sync.feed. */
const hashOf = ({ deleted, body }: FeedRow) => (deleted ? null : crc32(JSON.stringify(body)) | 0);

const clone = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export class ModelServer implements Backend {
  readonly scopes = new Map<string, Scope>();
  readonly journals = new Map<string, Map<string, JournalDoc>>();
  readonly plans = new Map<string, Plan>();
  readonly seats = new Map<string, number>();
  readonly pushed = new Map<string, number>();
  /** Registrations that were rejected because the event was full: `account document`. */
  readonly #full = new Set<string>();
  /** The merge rule. A fault-injection test replaces it with a wrong rule, which adds up the times of both documents. */
  merge: (stored: JournalDoc, sent: JournalDoc) => JournalDoc = mergeDocs;
  /** The check of pushed documents; `checkReceived` simulates a later server that accepts unknown fields. */
  check: typeof checkDoc = checkDoc;
  /** True for documents that make the whole push fail, like a value that the database cannot store. */
  poison: (doc: JournalDoc) => boolean = () => false;
  /** The rejection code of documents that the server rejects. */
  rejects: (doc: JournalDoc) => string | undefined = () => undefined;
  readonly #listeners = new Set<{
    account: string;
    scopes: Set<string>;
    onPoke: (scope: string, spreadMs: number) => void;
  }>();

  /* ---- content ------------------------------------------------------------------------------------------------------ */

  addAccount(account: string, plan: Plan): void {
    this.journals.set(account, new Map());
    this.setPlan(account, plan);
  }

  setPlan(account: string, plan: Plan): void {
    this.plans.set(account, plan);
    this.publish(`account:${account}`, 'subscriptions', account, {
      has_pro_plan: plan === 'pro',
      has_premium_plan: plan === 'premium',
    });
  }

  scope(name: string): Scope {
    let scope = this.scopes.get(name);
    if (!scope) {
      scope = { epoch: 1, seq: 0, rows: new Map() };
      this.scopes.set(name, scope);
    }
    return scope;
  }

  /** Publishes a row; a null body deletes it. */
  publish(name: string, kind: string, id: string, body: Record<string, unknown> | null): void {
    const scope = this.scope(name);
    const key = `${kind}/${id}`;
    if (body === null && !scope.rows.has(key)) return;
    scope.rows.delete(key);
    scope.rows.set(key, { kind, id, seq: ++scope.seq, deleted: body === null, body: body && { id, ...body } });
    this.poke(name);
  }

  /** Moves a document from one scope to another. */
  move(from: string, to: string, kind: string, id: string, body: Record<string, unknown>): void {
    this.publish(from, kind, id, null);
    this.publish(to, kind, id, body);
  }

  /** Simulates a restored backup: the sequence numbers start again. */
  restart(name: string): void {
    const scope = this.scope(name);
    const live = [...scope.rows.values()].filter((row) => !row.deleted);
    scope.epoch++;
    scope.seq = 0;
    scope.rows.clear();
    for (const row of live) scope.rows.set(`${row.kind}/${row.id}`, { ...row, seq: ++scope.seq });
  }

  live(name: string): FeedRow[] {
    return [...this.scope(name).rows.values()].filter((row) => !row.deleted);
  }

  poke(name: string): void {
    for (const { scopes, onPoke } of this.#listeners)
      if (scopes.has(name)) onPoke(name, name.startsWith('public') ? 5 : 0);
  }

  listen(account: string, scopes: string[], onPoke: (scope: string, spreadMs: number) => void): () => void {
    const listener = { account, scopes: new Set(scopes.filter((scope) => this.mayFollow(account, scope))), onPoke };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /* ---- sync_pull ---------------------------------------------------------------------------------------------------- */

  mayFollow(account: string, scope: string): boolean {
    const plan = this.plans.get(account);
    if (plan === undefined) return false;
    if (scope === 'public' || scope === `account:${account}` || scope === `journal:${account}`) return true;
    if (scope === 'plan:premium') return plan === 'premium';
    return (scope === 'plan:basic' || scope.startsWith('video:')) && plan !== 'free';
  }

  async pull(account: string, cursors: Cursor[], limit: number): Promise<ScopePage[]> {
    return clone(
      cursors.map(({ scope: name, seq, epoch }): ScopePage => {
        if (!this.mayFollow(account, name)) return { scope: name, denied: true };
        const scope = this.scope(name);
        const from = (epoch ?? scope.epoch) !== scope.epoch || seq > scope.seq ? 0 : seq;
        const rows = [...scope.rows.values()].filter((row) => row.seq > from).sort((a, b) => a.seq - b.seq);
        const page = rows.slice(0, limit).map((row) => ({ ...row, hash: hashOf(row) }));
        const more = rows.length > limit;
        const common = {
          scope: name,
          epoch: scope.epoch,
          rows: page,
          seq: more ? (page.at(-1)?.seq ?? from) : scope.seq,
          more,
        };
        return more ? common : { ...common, digest: this.digest(name) };
      }),
    );
  }

  digest(name: string) {
    let [sum, xor, hash] = [0n, 0n, 0];
    const live = this.live(name);
    for (const row of live) {
      sum += BigInt(row.seq);
      xor ^= BigInt(row.seq);
      hash ^= hashOf(row) ?? 0;
    }
    return { count: live.length, sum: String(sum), xor: String(xor), hash };
  }

  /* ---- sync_push ---------------------------------------------------------------------------------------------------- */

  async push(account: string, docs: JournalDoc[]): Promise<PushAnswer[]> {
    if (docs.length > PUSH_LIMIT || JSON.stringify(docs).length > PUSH_BYTES)
      throw new TransportError('rejected', 'too much at once');
    if (docs.some(this.poison)) throw new TransportError('rejected', 'a value that the database cannot hold');
    return clone(docs.map((doc) => this.#pushOne(account, clone(doc))));
  }

  #pushOne(account: string, sent: JournalDoc): PushAnswer {
    const journal = this.journals.get(account) ?? new Map<string, JournalDoc>();
    this.pushed.set(sent.id, (this.pushed.get(sent.id) ?? 0) + 1);
    const stored = journal.get(sent.id);
    const verdict = this.check(sent);
    const code = verdict.ok ? this.rejects(sent) : verdict.code;
    if (code) return { id: sent.id, status: 'rejected', code, message: code, ...(stored ? { doc: stored } : {}) };
    const clamped = unscored(clamp(sent, Date.now() + CLOCK_AHEAD_MS));
    let merged = scored(stored ? sameWords(stored, this.merge(stored, clamped)) : clamped);
    const full = this.#isFull(account, stored, merged);
    if (full)
      merged = { ...merged, at: merged.at + 1, data: { ...merged.data, registered: false } as JournalDoc['data'] };
    const same = stored !== undefined && content(stored) === content(merged);
    if (!same) {
      merged = { ...merged, rev: (stored?.rev ?? 0) + 1 };
      journal.set(sent.id, merged);
      this.publish(`journal:${account}`, merged.kind, merged.id, { ...merged });
      this.#apply(account, merged);
    }
    const kept = same ? stored : merged;
    // As in the SQL: if the first response was lost, the device's repeated request is rejected again.
    const key = `${account} ${sent.id}`;
    if (full) this.#full.add(key);
    else if (!same) this.#full.delete(key);
    if (this.#full.has(key) && (sent.data as { registered?: boolean }).registered)
      return { id: sent.id, status: 'rejected', code: 'event_full', message: 'full', rev: kept.rev, doc: kept };
    if (content(kept) === content(sent)) return { id: sent.id, status: same ? 'same' : 'applied', rev: kept.rev };
    const isAsSent = content(unscored(kept)) === content(unscored(sent));
    return { id: sent.id, status: same ? 'same' : isAsSent ? 'applied' : 'merged', rev: kept.rev, doc: kept };
  }

  #isFull(account: string, stored: JournalDoc | undefined, merged: JournalDoc): boolean {
    if (merged.kind !== 'registration') return false;
    const { event_id, registered } = merged.data as JournalData['registration'];
    const seats = this.seats.get(event_id);
    if (!registered || seats === undefined || (stored?.data as JournalData['registration'] | undefined)?.registered)
      return false;
    const taken = [...this.journals].filter(([uid, docs]) => {
      const other = docs.get(merged.id)?.data as JournalData['registration'] | undefined;
      return uid !== account && other?.registered;
    });
    return taken.length >= seats;
  }

  #apply(account: string, doc: JournalDoc): void {
    const key = doc.id.slice(doc.kind.length + 1);
    if (doc.kind === 'attempt') {
      const data = doc.data as JournalData['attempt'];
      const result = { test_id: data.test_id, score: 100, passed: true, time_spent: data.time_spent };
      if (data.finished_at !== null) this.publish(`account:${account}`, 'results', key, result);
    }
    if (doc.kind === 'comment') {
      const data = doc.data as JournalData['comment'];
      this.publish(
        `video:${data.video_id}`,
        'comments',
        key,
        data.deleted ? null : { video_id: data.video_id, user_id: account, content: data.content },
      );
    }
    if (doc.kind === 'day') {
      const days = [...(this.journals.get(account)?.keys() ?? [])].filter((id) => id.startsWith('day/')).length;
      this.publish(`account:${account}`, 'streaks', account, { current_streak: days });
    }
  }
}

const content = ({ at, active_on, data }: JournalDoc): string => canonical({ at, active_on, data });

/** Twin of sync.mark_scored: only the server stamps an attempt as scored. */
function scored(doc: JournalDoc): JournalDoc {
  const data = doc.data as JournalData['attempt'];
  if (doc.kind !== 'attempt' || data.finished_at === null || data.scored_at !== undefined) return doc;
  return { ...doc, data: { ...data, scored_at: Date.now() } };
}

/** As in sync.merge_doc: a later copy of a stored comment only deletes it. */
function sameWords(stored: JournalDoc, merged: JournalDoc): JournalDoc {
  if (stored.kind !== 'comment' || merged.kind !== 'comment') return merged;
  const { deleted } = merged.data as JournalData['comment'];
  return { ...merged, data: { ...(stored.data as JournalData['comment']), deleted } };
}

function unscored(doc: JournalDoc): JournalDoc {
  if (doc.kind !== 'attempt') return doc;
  const { scored_at: _, ...data } = doc.data as JournalData['attempt'];
  return { ...doc, data };
}

/**
 * Clamps timestamps that are later than `latest`. If the device sends a document again, `latest` has grown, so the document may get a later time than
 * the first time (in the SQL it does not), but never other content.
 */
function clamp(doc: JournalDoc, latest: number): JournalDoc {
  const walk = (value: unknown, key = ''): unknown => {
    if (typeof value === 'number') return /(^|_)(at|watched)$/.test(key) ? Math.min(value, latest) : value;
    if (Array.isArray(value)) return value.map((item) => walk(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, name)]));
  };
  const clamped = walk(doc) as JournalDoc;
  // Clamping can give two versions of a note the same time; merging the document with itself restores their order. `mergeDocs` keeps unknown fields.
  return checkReceived(clamped).ok ? mergeDocs(clamped, clamped) : mergeValid(clamped, clamped);
}
