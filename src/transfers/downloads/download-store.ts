import Dexie, { type EntityTable, type Table } from 'dexie';
import { downloadsName } from '@/config/persisted-names';
import { DOWNLOAD_STORES } from '@/config/persisted-stores';
import type { AccessState, DownloadedVideo, VideoBlobEntry, VideoChunk } from '@/domain/downloads';
import { closeOnDeletion } from '@/lib/close-on-deletion';
import { rejectNewer } from '@/lib/newer-store';
import { isQuotaError } from '@/lib/storage-errors';
import { removePrivateFolder, sweepPrivateFiles } from '../private-files/private-files';

// The downloads database of one account. Its durability is relaxed: every chunk has a hash, and a chunk that a crash loses is downloaded
// again.

export class DownloadsDb extends Dexie {
  declare videos: EntityTable<DownloadedVideo, 'id'>;
  declare videoBlobs: EntityTable<VideoBlobEntry, 'videoId'>;
  declare videoParts: Table<VideoChunk, [string, number]>;
  declare state: EntityTable<AccessState, 'key'>;

  constructor(account: string) {
    super(downloadsName(account), { chromeTransactionDurability: 'relaxed', ...rejectNewer() });
    this.version(1).stores(DOWNLOAD_STORES);
    closeOnDeletion(this);
  }

  /** Stored chunks of a video, by index. */
  chunksOf(videoId: string): Promise<VideoChunk[]> {
    return this.videoParts.where('[videoId+index]').between([videoId, Dexie.minKey], [videoId, Dexie.maxKey]).toArray();
  }

  deleteChunksOf(videoId: string): Promise<number> {
    return this.videoParts.where('[videoId+index]').between([videoId, Dexie.minKey], [videoId, Dexie.maxKey]).delete();
  }
}

const withBlobs = new WeakSet<DownloadsDb>();
/** Key in the store `state` under which `storesBlobs` writes a test Blob. */
const PROBE = 'blob-probe';

/**
 * True if IndexedDB stores Blobs. In private windows of some browsers, IndexedDB rejects Blobs, so every write of a chunk with a Blob would
 * fail.
 */
export async function storesBlobs(db: DownloadsDb): Promise<boolean> {
  if (withBlobs.has(db)) return true;
  const probe = db.table<{ key: string; blob: Blob }, string>('state');
  try {
    await probe.put({ key: PROBE, blob: new Blob(['1']) });
    const isStored = (await probe.get(PROBE))?.blob.size === 1;
    if (isStored) withBlobs.add(db);
    return isStored;
  } catch (error) {
    if (isQuotaError(error)) throw error;
    return false;
  } finally {
    await probe.delete(PROBE).catch(() => undefined);
  }
}

const opened = new Map<string, DownloadsDb>();

/** The downloads database of an account; always returns the same instance. After a deletion it stays closed until `reopenStore`. */
export function downloadsOf(account: string): DownloadsDb {
  let database = opened.get(account);
  if (!database) {
    database = new DownloadsDb(account);
    opened.set(account, database);
  }
  return database;
}

/** Makes the database usable again after a deletion. Call it when the account signs in. */
export function reopenStore(account: string): void {
  if (opened.get(account)?.hasBeenClosed()) opened.delete(account);
}

/**
 * Removes private files that no row refers to: leftovers of a crash, a cancellation or a replaced file. Call it only
 * while no transfer runs.
 */
export async function sweepFiles({ name, videos }: DownloadsDb): Promise<void> {
  const rows = await videos.toArray();
  await sweepPrivateFiles(name, new Set(rows.flatMap(({ partFile }) => partFile ?? [])));
}

/**
 * Deletes an account's database and files. DANGER: a running queue would create them again, so call `forgetDownloads`,
 * which stops the queue first.
 */
export async function deleteStore(account: string): Promise<void> {
  const database = downloadsOf(account);
  await database.delete();
  await removePrivateFolder(database.name);
}
