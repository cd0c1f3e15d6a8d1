/**
 * Decides what a screen shows of a document of the learner, for every kind: the outbox's copy if there is one that counts, else the mirror's.
 * A pending document counts; a rejected one counts if its kind keeps what the learner wrote.
 * Rule: no RxDB here, because the first paint loads this file.
 */

import { joinedProgress } from '@/shared/joined-progress';
import {
  type JournalData,
  type JournalDoc,
  type Kind,
  keepsRejected,
  type ProgressData,
  type StoredJournalDoc,
} from '@/shared/journal';
import type { OwnRow } from '../mirror/mirror-schema';
import type { OutboxDoc } from '../protocol/types';

const counts = ({ kind, state }: OutboxDoc) => state === 'pending' || keepsRejected[kind];

export function toSent({ id, kind, at, active_on, rev, data }: JournalDoc): JournalDoc {
  return { id, kind, at, active_on, rev, data };
}

/** The document to show; undefined if there is none. A row that this version cannot read does not count. */
export function shownDoc(row: OwnRow | undefined, held: OutboxDoc | undefined): StoredJournalDoc | undefined {
  const known = row?._strange ? undefined : row;
  if (!held || !counts(held)) return known && { ...toSent(known), pending: false };
  const data =
    known && held.kind === 'progress'
      ? joinedProgress(held.data as ProgressData, known.data as ProgressData)
      : held.data; // both are `progress`
  return { ...toSent(held), data, pending: held.state === 'pending' };
}

/** The data that the last pull brought. Other rows of the mirror, such as counts, include this and not a later answer. */
export function pulledData<K extends Kind>(row: OwnRow<K> | undefined): JournalData[K] | undefined {
  if (!row || row._strange) return undefined;
  return row._pulled === undefined ? row.data : (row._pulled ?? undefined);
}

/** True if a pull has brought exactly this row. */
export const isPulled = (row: OwnRow | undefined): boolean => row !== undefined && row._pulled === undefined;

/** The documents of one kind to show. `held`: the outbox's documents of that kind. */
export function shownDocs<K extends Kind>(rows: readonly OwnRow[], held: readonly OutboxDoc[]): StoredJournalDoc<K>[] {
  const byId = new Map<string, OwnRow | undefined>(rows.map((row) => [row.id, row]));
  const heldById = new Map(held.map((doc) => [doc.id, doc]));
  for (const { id } of held) if (!byId.has(id)) byId.set(id, undefined);
  return [...byId].flatMap(([id, row]) => (shownDoc(row, heldById.get(id)) as StoredJournalDoc<K> | undefined) ?? []); // all have the same kind
}
