/**
 * What RxDB asks when two states of a document meet.
 * Guarantees: total, never throws: an exception in a conflict handler drops the write (measured).
 * Rule: the server's answer to a push already is the join of what was sent and what was stored, or its refusal, so it always wins. A handler that
 * kept the device's state against a server that refuses it would push for ever.
 * Rule: a confirmed document never goes back: a pulled state that it already contains is old news (it was pulled before the answer to a later push).
 * Written over it, a write made next would build on it and what lies between would be lost on the server too.
 */
import type { RxConflictHandlerInput, WithDeleted } from 'rxdb/plugins/core';
import { canonical } from '@/domain/canonical';
import type { JournalDoc, StoredJournalDoc } from '@/domain/journal';
import { isKind, kinds, mergeDocs } from './kinds';

type Doc = WithDeleted<StoredJournalDoc>;

/** RxDB's word for the moment before it writes what was pulled (first) over what is stored (second). */
const PULLED = 'downstream-check-if-equal-1';

const contentOf = ({ id, at, active_on, data }: StoredJournalDoc) => canonical([id, at, active_on, data]);

/** Not for kinds that the server may take back: there it alone decides. */
function contains(stored: Doc, pulled: Doc): boolean {
  if (!isKind(stored.kind) || kinds[stored.kind].reverts) return false;
  return contentOf({ ...stored, ...mergeDocs(stored, pulled) }) === contentOf(stored);
}

/** Whether one state says all that another says, or something later instead. */
export const isSaidBy = (state: JournalDoc, other: JournalDoc) =>
  canonical(mergeDocs(state, other).data) === canonical(state.data);

/** A document that waits is never equal to anything: RxDB must not think it was sent. `rev` is no content. */
export function sameDoc(a: Doc, b: Doc, context?: string): boolean {
  if (a.pending || b.pending || Boolean(a._deleted) !== Boolean(b._deleted)) return false;
  if (a._deleted) return true;
  return contentOf(a) === contentOf(b) || (context === PULLED && contains(b, a));
}

export function resolveConflict({ realMasterState }: RxConflictHandlerInput<StoredJournalDoc>): Promise<Doc> {
  return Promise.resolve(realMasterState);
}
