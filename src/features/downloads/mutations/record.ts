import * as v from 'valibot';
import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';
import type { Evicted } from './evicted';

// Records in localStorage what this device stores for the account. A browser that needs space evicts databases, files and
// caches but keeps localStorage, so at the next start the record shows what is missing. Rule: when the learner deletes
// something, change the record first and then the store, so that the deletion never counts as an eviction.

const schema = v.object({
  account: v.string(),
  journal: v.number(),
  mirror: v.number(),
  /** Ids of the complete downloads. */
  videos: v.array(v.string()),
  /** Ids of the cached files. */
  models: v.array(v.string()),
  /** Ids of the outbox and the mirror, see `storeIds`. */
  ids: v.optional(v.object({ outbox: v.string(), mirror: v.string() })),
});
export type StoredRecord = v.InferOutput<typeof schema>;

export function storedRecord(): StoredRecord | undefined {
  try {
    return v.parse(schema, JSON.parse(readStored(STORAGE_KEYS.stored) ?? ''));
  } catch {
    return undefined;
  }
}

export const writeRecord = (record: StoredRecord | undefined): boolean =>
  writeStored(STORAGE_KEYS.stored, record ? JSON.stringify(record) : null);

/** Removes downloads from the record; call it before deleting them. */
export function forgetRecorded(account: string, videoIds: readonly string[]): void {
  const record = storedRecord();
  if (record?.account !== account) return;
  writeRecord({ ...record, videos: record.videos.filter((id) => !videoIds.includes(id)) });
}

/** True if the browser has evicted a store and the app has created it again: sync may already have filled it. */
export const isNewStore = (
  store: 'outbox' | 'mirror',
  { ids: before }: StoredRecord,
  { ids: now }: StoredRecord,
): boolean => before !== undefined && now !== undefined && before[store] !== now[store];

/**
 * Counts the evicted items of each store. A browser evicts whole stores, so items count as evicted only if their store is empty or new. Pure.
 */
export function lostOf(before: StoredRecord, now: StoredRecord): Evicted {
  const lost = (recorded: number, left: number) => (left === 0 ? recorded : 0);
  const inStore = (rows: 'journal' | 'mirror') => lost(before[rows], isNewStore('mirror', before, now) ? 0 : now[rows]);
  return {
    journal: inStore('journal'),
    mirror: inStore('mirror'),
    unsent: 0,
    videos: lost(before.videos.length, now.videos.length),
    models: lost(before.models.length, now.models.length),
  };
}
