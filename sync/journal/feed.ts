/**
 * The feed: the server's copy of the account's journal in this device's mirror, from which RxDB pulls page by page.
 * Guarantees: returns each document that this version understands once per change, including deletions.
 * Rule: a checkpoint belongs to an epoch; when the epoch changes, the feed starts again from the first document.
 */
import { Dexie } from 'dexie';
import type { JournalDoc } from '@/domain/journal';
import { type FeedDoc, journalScope, type MirrorDb } from '../mirror/mirror-schema';
import { parseJournalDoc } from '../protocol/wire';
import type { Doc } from './push';

export interface FeedPoint {
  epoch: number;
  seq: number;
}

export interface FeedPage {
  docs: Doc[];
  point: FeedPoint;
  /** `_seq` of the first document that this version does not understand. */
  unexpected: number | undefined;
}

export function parseFeedDoc({ id, deleted, body }: FeedDoc): Doc | undefined {
  const kind = id.slice(0, id.indexOf('/')) as JournalDoc['kind']; // a deleted document has no body, so its id is the only source of the kind
  if (deleted) return { id, kind, at: 0, active_on: '', rev: 0, data: {}, pending: false, _deleted: true };
  const doc = parseJournalDoc(body);
  return doc && { ...doc, pending: false, _deleted: false };
}

export class Feed {
  readonly #mirror: MirrorDb;
  readonly #scope: string;

  constructor(mirror: MirrorDb, account: string) {
    this.#mirror = mirror;
    this.#scope = journalScope(account);
  }

  /** RxDB's pull handler. */
  async after(
    point: FeedPoint | undefined,
    limit: number,
  ): Promise<{ documents: Doc[]; checkpoint: FeedPoint | undefined }> {
    const page = await this.page(point, limit);
    return { documents: page.docs, checkpoint: page.docs.length ? page.point : point };
  }

  /** Returns up to `limit` documents after the checkpoint; fewer only at the end of the feed. */
  async page(point: FeedPoint | undefined, limit: number): Promise<FeedPage> {
    const epoch = (await this.#mirror.scopes.get(this.#scope))?.epoch ?? 0;
    let seq = point?.epoch === epoch ? point.seq : 0;
    const docs: Doc[] = [];
    let unexpected: number | undefined;
    while (docs.length < limit) {
      const rows = await this.#mirror.feed
        .where('[_scope+_seq]')
        .between([this.#scope, seq], [this.#scope, Dexie.maxKey], false)
        .limit(limit - docs.length)
        .toArray();
      for (const row of rows) {
        const doc = parseFeedDoc(row);
        if (doc) docs.push(doc);
        else unexpected ??= row._seq;
        seq = row._seq;
      }
      if (rows.length === 0) break;
    }
    return { docs, point: { epoch, seq }, unexpected };
  }

  /** True when the feed has been pulled to its head and contains no stale rows. */
  async isWhole(): Promise<boolean> {
    const scope = await this.#mirror.scopes.get(this.#scope);
    return Boolean(scope?.whole && !scope.aside);
  }
}
