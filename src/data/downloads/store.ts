import Dexie, { type EntityTable, type Table } from 'dexie';
import { downloadsName } from '@/config/storage-keys';
import {
  type AccessState,
  DOWNLOADS_SCHEMA,
  type DownloadedVideo,
  type VideoBlobEntry,
  type VideoPart,
} from './layout';
import { removePrivateFolder, sweepPrivateFiles } from './private-files';

// The downloads of one account on this device. Durability is relaxed: what a crash loses is fetched again, and every part carries its hash.

export class DownloadsDb extends Dexie {
  declare videos: EntityTable<DownloadedVideo, 'id'>;
  declare videoBlobs: EntityTable<VideoBlobEntry, 'videoId'>;
  declare videoParts: Table<VideoPart, [string, number]>;
  declare state: EntityTable<AccessState, 'key'>;

  constructor(account: string) {
    super(downloadsName(account), { chromeTransactionDurability: 'relaxed' });
    this.version(1).stores(DOWNLOADS_SCHEMA);
  }

  /** Stored parts of a video, in order. */
  partsOf(videoId: string): Promise<VideoPart[]> {
    return this.videoParts.where('[videoId+index]').between([videoId, Dexie.minKey], [videoId, Dexie.maxKey]).toArray();
  }

  deletePartsOf(videoId: string): Promise<number> {
    return this.videoParts.where('[videoId+index]').between([videoId, Dexie.minKey], [videoId, Dexie.maxKey]).delete();
  }
}

const opened = new Map<string, DownloadsDb>();

/** The downloads of an account; the same instance each time. */
export function downloadsOf(account: string): DownloadsDb {
  let database = opened.get(account);
  if (!database) {
    database = new DownloadsDb(account);
    opened.set(account, database);
  }
  return database;
}

/** Removes private files that no download names: what a killed browser, a cancel or a replaced film left. Nobody may be writing one. */
export async function sweepFiles({ name, videos }: DownloadsDb): Promise<void> {
  const rows = await videos.toArray();
  await sweepPrivateFiles(name, new Set(rows.flatMap(({ partFile }) => partFile ?? [])));
}

/** Deletes the database and the files of an account. Danger: an engine that still runs would make it anew; `forgetDownloads` stops it first. */
export async function deleteStore(account: string): Promise<void> {
  const database = downloadsOf(account);
  opened.delete(account);
  await database.delete();
  await removePrivateFolder(database.name);
}
