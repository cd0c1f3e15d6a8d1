import Dexie, { type EntityTable, type Table } from 'dexie';
import { DOWNLOAD_STORES, downloadsName } from '@/config/persisted-names';
import type { AccessState, DownloadedVideo, VideoBlobEntry, VideoChunk } from '@/domain/downloads';
import { removePrivateFolder, sweepPrivateFiles } from '../private-files/private-files';

// The downloads of one account on this device. Durability is relaxed: what a crash loses is fetched again, and every
// chunk has a hash.

export class DownloadsDb extends Dexie {
  declare videos: EntityTable<DownloadedVideo, 'id'>;
  declare videoBlobs: EntityTable<VideoBlobEntry, 'videoId'>;
  declare videoParts: Table<VideoChunk, [string, number]>;
  declare state: EntityTable<AccessState, 'key'>;

  constructor(account: string) {
    super(downloadsName(account), { chromeTransactionDurability: 'relaxed' });
    this.version(1).stores(DOWNLOAD_STORES);
  }

  /** Stored chunks of a video, in order. */
  chunksOf(videoId: string): Promise<VideoChunk[]> {
    return this.videoParts.where('[videoId+index]').between([videoId, Dexie.minKey], [videoId, Dexie.maxKey]).toArray();
  }

  deleteChunksOf(videoId: string): Promise<number> {
    return this.videoParts.where('[videoId+index]').between([videoId, Dexie.minKey], [videoId, Dexie.maxKey]).delete();
  }
}

const opened = new Map<string, DownloadsDb>();

/** The downloads database of an account; the same instance each time. */
export function downloadsOf(account: string): DownloadsDb {
  let database = opened.get(account);
  if (!database) {
    database = new DownloadsDb(account);
    opened.set(account, database);
  }
  return database;
}

/**
 * Removes private files that no row names: leftovers of a killed browser, a cancellation or a replaced file. Call it
 * only while no transfer runs.
 */
export async function sweepFiles({ name, videos }: DownloadsDb): Promise<void> {
  const rows = await videos.toArray();
  await sweepPrivateFiles(name, new Set(rows.flatMap(({ partFile }) => partFile ?? [])));
}

/**
 * Deletes an account's database and files. Danger: a running queue would create them again; `forgetDownloads` stops it
 * first.
 */
export async function deleteStore(account: string): Promise<void> {
  const database = downloadsOf(account);
  opened.delete(account);
  await database.delete();
  await removePrivateFolder(database.name);
}
