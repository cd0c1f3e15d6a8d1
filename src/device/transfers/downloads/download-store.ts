import Dexie, { type EntityTable, type Table } from 'dexie';
import { closeOnDeletion } from '@/shared/close-on-deletion';
import type { AccessState, DownloadedVideo, VideoBlobEntry, VideoChunk } from '@/shared/downloads';
import { DOWNLOAD_STORES, downloadsName } from '@/shared/names';
import { rejectNewer } from '@/shared/newer-store';

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

/** Deletes an account's database. DANGER: a running queue would create it again, so call `forgetDownloads`, which stops the queue first. */
export const deleteStore = (account: string): Promise<void> => downloadsOf(account).delete();
