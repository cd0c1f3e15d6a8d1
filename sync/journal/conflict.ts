/**
 * RxDB's conflict handler for journal documents.
 * Guarantees: never throws, because RxDB drops the write when a conflict handler throws (measured).
 * Rule: the server's state always wins. That state is already the merge of the sent and the server's document, or a rejection; if the
 * handler kept the device's state after a rejection, RxDB would push the device's state forever.
 * Rule: a confirmed document never returns to an older state. If the stored document already contains the pulled state, that state is outdated
 * (pulled before the answer to a later push). If the outdated state were stored, the next local write would build on it, and the changes
 * in between would be lost on the server too.
 */
import type { RxConflictHandlerInput, WithDeleted } from 'rxdb/plugins/core';
import { canonical } from '@/domain/canonical';
import type { JournalDoc, StoredJournalDoc } from '@/domain/journal';
import { isKind, kinds } from '../protocol/kinds';
import { mergeDocs } from '../protocol/merge-docs';

type Doc = WithDeleted<StoredJournalDoc>;

/** The `context` that RxDB passes when it compares a pulled state (first argument) with the stored one (second argument). */
const PULLED = 'downstream-check-if-equal-1';

const contentOf = ({ id, at, active_on, data }: StoredJournalDoc) => canonical([id, at, active_on, data]);

/**
 * True if the stored document already contains the pulled one. Always false for kinds that the server may revert, because
 * their state is the server's alone.
 */
function isOutdated(pulled: Doc, stored: Doc): boolean {
  if (!isKind(stored.kind) || kinds[stored.kind].reverts) return false;
  return contentOf({ ...stored, ...mergeDocs(stored, pulled) }) === contentOf(stored);
}

/** True if `state` contains every change in `other`, or a later change that replaces it. */
export const contains = (state: JournalDoc, other: JournalDoc) =>
  canonical(mergeDocs(state, other).data) === canonical(state.data);

/**
 * Tells RxDB whether two documents have the same content. Ignores `rev`, which is the server's revision and not content. Always false for a pending
 * document: if it were equal to another document, RxDB would assume that it was already sent.
 */
export function sameDoc(a: Doc, b: Doc, context?: string): boolean {
  if (a.pending || b.pending || Boolean(a._deleted) !== Boolean(b._deleted)) return false;
  if (a._deleted) return true;
  return contentOf(a) === contentOf(b) || (context === PULLED && isOutdated(a, b));
}

export function resolveConflict({ realMasterState }: RxConflictHandlerInput<StoredJournalDoc>): Promise<Doc> {
  return Promise.resolve(realMasterState);
}
