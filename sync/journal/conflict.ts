/**
 * RxDB calls these functions when two states of a document meet.
 * Guarantees: total, never throws, because RxDB drops the write when a conflict handler throws (measured).
 * Rule: the server's answer always wins. It already is the merge of the sent and the stored document, or a rejection; a
 * handler that kept the device's state against a rejection would push for ever.
 * Rule: a confirmed document never goes back. A pulled state that the stored one already contains is outdated (pulled
 * before the answer to a later push). If it were stored, the next local write would build on it and the changes in
 * between would be lost on the server too.
 */
import type { RxConflictHandlerInput, WithDeleted } from 'rxdb/plugins/core';
import { canonical } from '@/domain/canonical';
import type { JournalDoc, StoredJournalDoc } from '@/domain/journal';
import { isKind, kinds } from '../protocol/kinds';
import { mergeDocs } from '../protocol/merge-docs';

type Doc = WithDeleted<StoredJournalDoc>;

/** RxDB's context name for the comparison before it writes a pulled state (first) over the stored one (second). */
const PULLED = 'downstream-check-if-equal-1';

const contentOf = ({ id, at, active_on, data }: StoredJournalDoc) => canonical([id, at, active_on, data]);

/**
 * True if the stored document already contains the pulled one. Not for kinds that the server may revert: there it alone
 * decides.
 */
function isOutdated(pulled: Doc, stored: Doc): boolean {
  if (!isKind(stored.kind) || kinds[stored.kind].reverts) return false;
  return contentOf({ ...stored, ...mergeDocs(stored, pulled) }) === contentOf(stored);
}

/** True if `state` contains everything of `other`, or something later instead. */
export const contains = (state: JournalDoc, other: JournalDoc) =>
  canonical(mergeDocs(state, other).data) === canonical(state.data);

/**
 * A pending document equals nothing, otherwise RxDB would assume that it was sent. Ignores `rev`: it is the server's
 * revision, not content.
 */
export function sameDoc(a: Doc, b: Doc, context?: string): boolean {
  if (a.pending || b.pending || Boolean(a._deleted) !== Boolean(b._deleted)) return false;
  if (a._deleted) return true;
  return contentOf(a) === contentOf(b) || (context === PULLED && isOutdated(a, b));
}

export function resolveConflict({ realMasterState }: RxConflictHandlerInput<StoredJournalDoc>): Promise<Doc> {
  return Promise.resolve(realMasterState);
}
