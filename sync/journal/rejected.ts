/**
 * Carries out the learner's decision about a rejected document: send it again or discard it.
 * Guarantees: a rejected document that is sent again is never lost; it is in the journal before it leaves the list of rejections.
 */

import type { MirrorDb } from '../mirror/mirror-schema';
import { mergeDocs } from '../protocol/merge-docs';
import type { RejectedDoc } from '../protocol/types';
import { parseFeedDoc } from './feed';
import type { OpenJournal } from './journal-store';

export async function sendRejectedAgain(
  mirror: MirrorDb,
  journal: OpenJournal,
  id: string,
  now: number,
): Promise<void> {
  const rejected = await mirror.rejected.get(id);
  if (!rejected) return;
  const { pending: _, ...doc } = rejected.doc;
  await journal.writer.modify(id, (stored) => {
    if (!stored) return { ...doc, rev: 0, pending: true };
    // `at` must be later than the stored time, otherwise the stored document would win the merge.
    const again = { ...doc, at: Math.max(now, doc.at, stored.at + 1) };
    return { ...mergeDocs(stored, again), rev: stored.rev, pending: true };
  });
  await removeFromList(mirror, rejected);
}

export async function giveUpRejected(mirror: MirrorDb, journal: OpenJournal, id: string): Promise<void> {
  const [rejected, fed] = await Promise.all([mirror.rejected.get(id), mirror.feed.get(id)]);
  const server = fed && parseFeedDoc(fed);
  await journal.writer.modify(id, (stored) => {
    // Compare `at` too: a rejection is listed before `pending` is cleared, so `pending` alone does not mean that the learner changed the document.
    if (stored?.pending && stored.at !== rejected?.doc.at) return undefined; // the learner has changed the document since the rejection
    if (!server || server._deleted) return 'delete';
    const { _deleted: _, ...doc } = server;
    return doc;
  });
  if (rejected) await removeFromList(mirror, rejected);
}

/** Removes the rejection, unless the document was rejected again in the meantime. */
async function removeFromList(mirror: MirrorDb, { id, rejected_at }: RejectedDoc): Promise<void> {
  await mirror.rejected
    .where('id')
    .equals(id)
    .and((entry) => entry.rejected_at === rejected_at)
    .delete();
}
