/** Parts of the outbox's documents. */
import type { RxError } from 'rxdb/plugins/core';
import type { StoredJournalDoc } from '@/shared/journal';
import { knownFields } from '../protocol/kinds';
import type { OutboxDoc } from '../protocol/types';

/** True for a write to a revision that another tab has replaced. */
export const isConflict = (error: unknown) => (error as Partial<RxError>)?.code === 'CONFLICT';

/** The stored fields, without RxDB's own. */
export function plain(doc: Readonly<OutboxDoc>): OutboxDoc {
  const { id, kind, at, active_on, rev, data, state, queued, code, message, rejected_at } = doc;
  const rejection =
    state === 'rejected' ? { code: code ?? '', message: message ?? '', rejected_at: rejected_at ?? 0 } : {};
  return { id, kind, at, active_on, rev, data, state, queued, ...rejection };
}

/** True for the same change of a document in the same state. */
export const isSame = (a: OutboxDoc, b: OutboxDoc | undefined) => a.at === b?.at && a.state === b.state;

/** The fields that a newer app version has added: a change by this version keeps them. */
export function unknownOf(before: StoredJournalDoc | undefined): object {
  if (!before) return {};
  const known = knownFields(before.kind);
  return Object.fromEntries(Object.entries(before.data).filter(([name]) => !known.has(name)));
}

/** A change keeps the deletion in the outbox, even a rejected one: as in `sync.merge`, a deletion wins over every other change. */
export const deletionOf = (held: OutboxDoc | undefined) =>
  held && 'deleted' in held.data && held.data.deleted ? { deleted: true } : {};
