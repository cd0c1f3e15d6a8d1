import { offlineMediaHref } from '@/config/paths';
import type { DownloadedVideo, VideoChunk } from '@/domain/downloads';
import { blobStore, bytesOf, type ChunkStore, isIntact } from '@/transfers/downloads/chunk-store';
import { type DownloadsDb, downloadsOf } from '@/transfers/downloads/download-store';
import { privateFile, removePrivateFiles } from '@/transfers/private-files/private-files';

// Orders to the download engine, written as rows: they work in any tab, offline too, and survive a restart.

/** What is kept with a download so that it can be shown without the network. */
export interface DownloadOrder {
  id: string;
  courseId: string;
  courseTitle: string;
  title: string;
  description: string;
  /** Seconds. */
  duration: number;
  videoUrl: string;
  thumbnail: string | null;
  /** Bytes, 0 when unknown. */
  fileSize: number;
}

const newRow = (account: string, order: DownloadOrder, queuedAt: number): DownloadedVideo => ({
  ...order,
  localPath: offlineMediaHref(order.id, account),
  downloadedAt: null,
  status: 'queued',
  queuedAt,
  received: 0,
  partFile: null,
  etag: null,
  run: '',
  failure: null,
});

/** Puts lessons at the end of the queue, in their order. A lesson that is there already stays as it is. */
export async function enqueueDownloads(account: string, orders: readonly DownloadOrder[]): Promise<void> {
  const { videos } = downloadsOf(account);
  await videos.db.transaction('rw', videos, async () => {
    const rows = await videos.toArray();
    const known = new Set(rows.map(({ id }) => id));
    const first = Math.max(Date.now(), ...rows.map(({ queuedAt }) => queuedAt + 1));
    const fresh = orders.filter(({ id }) => !known.has(id));
    await videos.bulkAdd(fresh.map((order, at) => newRow(account, order, first + at)));
  });
}

export const enqueueDownload = (account: string, order: DownloadOrder): Promise<void> =>
  enqueueDownloads(account, [order]);

export async function pauseDownload(account: string, videoId: string): Promise<void> {
  const { videos } = downloadsOf(account);
  await videos
    .where({ id: videoId })
    .and((row) => row.status === 'queued' || row.status === 'downloading')
    .modify({ status: 'paused' });
}

/** Goes on after a pause or an error, with what is stored. */
export async function resumeDownload(account: string, videoId: string): Promise<void> {
  const { videos } = downloadsOf(account);
  await videos
    .where({ id: videoId })
    .and((row) => row.status === 'paused' || row.status === 'error')
    .modify({ status: 'queued', failure: null });
}

/** Cancels downloads under way or deletes finished ones: their rows and every byte of them. */
export async function deleteDownloads(account: string, videoIds: readonly string[]): Promise<void> {
  const db = downloadsOf(account);
  const files = await db.transaction('rw', db.videos, db.videoBlobs, db.videoParts, async () => {
    const rows = await db.videos.bulkGet([...videoIds]);
    await db.videos.bulkDelete([...videoIds]);
    await db.videoBlobs.bulkDelete([...videoIds]);
    for (const id of videoIds) await db.deleteChunksOf(id);
    return rows.flatMap((row) => row?.partFile ?? []);
  });
  // One that is being written now goes when its transfer has heard of this.
  await removePrivateFiles(db.name, files);
}

export const deleteDownload = (account: string, videoId: string): Promise<void> => deleteDownloads(account, [videoId]);

/** What a check of a downloaded file found: `missing` says that its row is here and its bytes are not. */
export type IntegrityResult = 'sound' | 'damaged' | 'missing';

/**
 * Checks every stored part of a video against its hash. What is damaged or missing is dropped and the video is queued again: only that is fetched.
 */
export async function repairDownload(account: string, videoId: string): Promise<IntegrityResult> {
  const db: DownloadsDb = downloadsOf(account);
  const row = await db.videos.get(videoId);
  if (row && row.status !== 'completed') return 'damaged'; // it is being fetched: who writes it checks it
  const [entry, parts] = [await db.videoBlobs.get(videoId), await db.chunksOf(videoId)];
  const partFile = row?.partFile;
  const film = partFile ? await privateFile(db.name, partFile) : undefined;
  const read: ChunkStore['read'] = film ? ({ at = 0, size }) => bytesOf(film.slice(at, at + size)) : blobStore.read;
  const good: VideoChunk[] = [];
  // One by one: a lesson may be larger than the memory of a phone.
  for (const part of parts) {
    const known = !entry || entry.parts[part.index]?.sha256 === part.sha256;
    if (known && (await isIntact(part, read))) good.push(part);
  }
  if (entry && good.length === entry.parts.length) return 'sound';
  const bad = parts.filter((part) => !good.includes(part));
  await db.transaction('rw', db.videos, db.videoBlobs, db.videoParts, async () => {
    await db.videoBlobs.delete(videoId);
    await db.videoParts.bulkDelete(bad.map((part) => [videoId, part.index] as [string, number]));
    const received = good.reduce((sum, part) => sum + part.size, 0);
    await db.videos
      .where({ id: videoId })
      .and((row) => row.status === 'completed')
      .modify({ status: 'queued', downloadedAt: null, received, failure: null });
  });
  return parts.length === 0 || (partFile && !film) ? 'missing' : 'damaged';
}

/** Tells the worker whether this account may play its downloads, and until when the plan's last answer counts (decision 14). */
export async function setDownloadAccess(account: string, locked: boolean, until: number | null): Promise<void> {
  const { state } = downloadsOf(account);
  const before = await state.get('access');
  if (before?.locked !== locked || before.until !== until) await state.put({ key: 'access', locked, until });
}
