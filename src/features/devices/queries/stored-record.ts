import { openMirror, storeIds } from '@sync';
import { currentIdentity } from '@/device/session/session-store';
import { downloadsOf } from '@/device/transfers/downloads/download-store';
import { enqueueDownloads } from '@/features/downloads/mutations/downloads';
import type { Evicted } from '@/features/downloads/mutations/evicted';
import {
  isNewStore,
  lostOf,
  type StoredRecord,
  storedRecord,
  writeRecord,
} from '@/features/downloads/mutations/record';
import { downloadOrder } from '@/features/downloads/queries/course';
import { cacheModels } from '@/features/resources/queries/course-models';
import { keptIds } from '@/features/resources/requests/resource-cache';
import { journalKinds } from '@/shared/journal';

// Finds evicted data: compares the record of what this device stored with what its stores contain now. Fetches the evicted data again if the
// account may still have it.

/** Counts the rows and files that this device stores. */
async function readCurrent(account: string): Promise<StoredRecord> {
  const mirror = openMirror(account);
  const tables = [mirror.courses, mirror.videos, mirror.lessons, mirror.tests, mirror.news, mirror.events];
  const [counts, own, videos, models, ids] = await Promise.all([
    Promise.all(tables.map((table) => table.count())),
    Promise.all(journalKinds.map((kind) => mirror.table(kind).count())),
    downloadsOf(account)
      .videos.filter(({ status }) => status === 'completed')
      .primaryKeys(),
    keptIds(account),
    storeIds(account),
  ]);
  const sum = (list: number[]) => list.reduce((total, count) => total + count, 0);
  return { account, journal: sum(own), mirror: sum(counts), videos, models, ids };
}

/** Restores the downloads and files that the account may still have: queues lost downloads and fetches lost files. */
async function restore(before: StoredRecord, lost: Evicted): Promise<void> {
  const { account } = before;
  const mirror = openMirror(account);
  if (lost.videos > 0) {
    const orders = await Promise.all(
      before.videos.map(async (id) => {
        const video = await mirror.videos.get(id);
        return video && downloadOrder(video, await mirror.lessons.get(id), await mirror.courses.get(video.course_id));
      }),
    );
    await enqueueDownloads(
      account,
      orders.flatMap((order) => order ?? []),
    );
  }
  if (lost.models > 0) {
    const wanted = new Set(before.models);
    const lessons = await mirror.lessons.toArray();
    await cacheModels(
      account,
      lessons.flatMap(({ resources }) => resources.filter(({ id }) => wanted.has(id))),
    );
  }
}

/** Stores the record, unless the account signed out while its data was counted: its record is deleted and must not come back. */
function keepRecord(record: StoredRecord): void {
  if (currentIdentity()?.uid === record.account) writeRecord(record);
}

/**
 * Compares the record with the stored data, restores evicted data, and updates the record. Call it after a complete pull.
 * @param unsent number of unsent writes before this start @returns the lost items
 */
export async function compareStored(account: string, unsent: number): Promise<Evicted | undefined> {
  const [before, now] = [storedRecord(), await readCurrent(account)];
  keepRecord(now);
  if (before?.account !== account) return undefined;
  const lost = { ...lostOf(before, now), unsent: isNewStore('outbox', before, now) ? unsent : 0 };
  await restore(before, lost);
  return lost;
}

/** Records the current content of the stores. */
export async function recordStored(account: string): Promise<void> {
  keepRecord(await readCurrent(account));
}
