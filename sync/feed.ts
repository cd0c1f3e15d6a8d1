/**
 * What the server said of the account's journal, as RxDB asks for it: pages behind a point, from the device's own storage.
 * Guarantees: every document of the feed that this version understands is given once per change, deletions too.
 * Rule: a point belongs to an epoch; of another epoch everything is given again.
 */
import { Dexie } from 'dexie';
import type { JournalDoc } from '@/domain/journal';
import { type FeedDoc, journalScope, type MirrorDb } from './mirror-schema';
import type { Doc } from './push';
import { parseJournalDoc } from './wire';

export interface FeedPoint {
  epoch: number;
  seq: number;
}

export interface FeedPage {
  docs: Doc[];
  point: FeedPoint;
  /** The first that this version does not understand. */
  strange: number | undefined;
}

export function parseFeedDoc({ id, deleted, body }: FeedDoc): Doc | undefined {
  const kind = id.slice(0, id.indexOf('/')) as JournalDoc['kind']; // of a deleted document, which has no data to go with it
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

  /** Up to `limit` documents behind the point. Fewer only at the end of what was pulled. */
  async page(point: FeedPoint | undefined, limit: number): Promise<FeedPage> {
    const epoch = (await this.#mirror.scopes.get(this.#scope))?.epoch ?? 0;
    let seq = point?.epoch === epoch ? point.seq : 0;
    const docs: Doc[] = [];
    let strange: number | undefined;
    while (docs.length < limit) {
      const rows = await this.#mirror.feed
        .where('[_scope+_seq]')
        .between([this.#scope, seq], [this.#scope, Dexie.maxKey], false)
        .limit(limit - docs.length)
        .toArray();
      for (const row of rows) {
        const doc = parseFeedDoc(row);
        if (doc) docs.push(doc);
        else strange ??= row._seq;
        seq = row._seq;
      }
      if (rows.length === 0) break;
    }
    return { docs, point: { epoch, seq }, strange };
  }

  /** The feed is read to its head, nothing is set aside. */
  async isWhole(): Promise<boolean> {
    const scope = await this.#mirror.scopes.get(this.#scope);
    return Boolean(scope?.whole && !scope.aside);
  }
}
