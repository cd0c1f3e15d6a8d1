/**
 * The server's copy of the account's journal, in the pages that RxDB pulls from this device's own storage.
 * Guarantees: gives each document that this version understands once per change, deletions included.
 * Rule: a checkpoint belongs to an epoch; in another epoch everything is given again.
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
  const kind = id.slice(0, id.indexOf('/')) as JournalDoc['kind']; // the id of a deleted document is all that is known of it
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

  /** Up to `limit` documents after the checkpoint; fewer only at the end. */
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

  /** True when the feed was read to its head and holds no stale rows. */
  async isWhole(): Promise<boolean> {
    const scope = await this.#mirror.scopes.get(this.#scope);
    return Boolean(scope?.whole && !scope.aside);
  }
}
