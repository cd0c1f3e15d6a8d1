/**
 * What the learner decides about a refused document: send it again, or give it up.
 * Guarantees: a refused document is in the list or in the journal, in both for a moment, never in neither.
 */
import { parseFeedDoc } from './feed';
import type { OpenJournal } from './journal';
import { mergeDocs } from './kinds';
import type { MirrorDb } from './mirror-schema';
import type { RejectedDoc } from './types';

export async function sendRefusedAgain(mirror: MirrorDb, journal: OpenJournal, id: string, now: number): Promise<void> {
  const refused = await mirror.rejected.get(id);
  if (!refused) return;
  const { pending: _, ...doc } = refused.doc;
  await journal.writer.modify(id, (stored) => {
    if (!stored) return { ...doc, rev: 0, pending: true };
    // Later than what is stored, or the refusal itself would win.
    const again = { ...doc, at: Math.max(now, doc.at, stored.at + 1) };
    return { ...mergeDocs(stored, again), rev: stored.rev, pending: true };
  });
  await strike(mirror, refused);
}

export async function giveUpRefused(mirror: MirrorDb, journal: OpenJournal, id: string): Promise<void> {
  const [refused, fed] = await Promise.all([mirror.rejected.get(id), mirror.feed.get(id)]);
  const server = fed && parseFeedDoc(fed);
  await journal.writer.modify(id, (stored) => {
    // The list says so before the document does: what still is as it was refused waits for nothing more.
    if (stored?.pending && stored.at !== refused?.doc.at) return undefined; // written anew since: it speaks for itself
    if (!server || server._deleted) return 'delete';
    const { _deleted: _, ...doc } = server;
    return doc;
  });
  if (refused) await strike(mirror, refused);
}

/** Off the list, unless it was refused again meanwhile: then what it says now is still to be decided about. */
async function strike(mirror: MirrorDb, { id, rejected_at }: RejectedDoc): Promise<void> {
  await mirror.rejected
    .where('id')
    .equals(id)
    .and((entry) => entry.rejected_at === rejected_at)
    .delete();
}
