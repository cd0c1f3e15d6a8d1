import { offlineMediaHref } from '@/config/paths';
import type { DownloadedVideo, VideoChunk } from '@/domain/downloads';
import { blobStore, bytesOf, type ChunkStore, isIntact } from '@/transfers/downloads/chunk-store';
import { type DownloadsDb, downloadsOf } from '@/transfers/downloads/download-store';
import { privateFile, removePrivateFiles } from '@/transfers/private-files/private-files';

// Commands to the download queue, written as rows: they work in any tab and offline, and survive a restart.

/** Data stored with a download, so that it can be shown offline. */
export interface DownloadOrder {
  id: string;
  courseId: string;
  courseTitle: string;
  title: string;
  description: string;
  /** In seconds. */
  duration: number;
  videoUrl: string;
  thumbnail: string | null;
  /** In bytes; 0 when unknown. */
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

/** Appends lessons to the queue. A lesson that is already in it does not change. */
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

/** Resumes after a pause or an error with the stored bytes. */
export async function resumeDownload(account: string, videoId: string): Promise<void> {
  const { videos } = downloadsOf(account);
  await videos
    .where({ id: videoId })
    .and((row) => row.status === 'paused' || row.status === 'error')
    .modify({ status: 'queued', failure: null });
}

/** Cancels running downloads or deletes complete ones: rows and bytes. */
export async function deleteDownloads(account: string, videoIds: readonly string[]): Promise<void> {
  const db = downloadsOf(account);
  const files = await db.transaction('rw', db.videos, db.videoBlobs, db.videoParts, async () => {
    const rows = await db.videos.bulkGet([...videoIds]);
    await db.videos.bulkDelete([...videoIds]);
    await db.videoBlobs.bulkDelete([...videoIds]);
    for (const id of videoIds) await db.deleteChunksOf(id);
    return rows.flatMap((row) => row?.partFile ?? []);
  });
  // A file that is being written is removed when its transfer notices the deletion.
  await removePrivateFiles(db.name, files);
}

export const deleteDownload = (account: string, videoId: string): Promise<void> => deleteDownloads(account, [videoId]);

/** Result of an integrity check; `missing` means that the row exists and the bytes do not. */
export type IntegrityResult = 'sound' | 'damaged' | 'missing';

/** Verifies every stored chunk of a video against its hash. Drops damaged and missing chunks and queues the video again, so that only they are fetched. */
export async function repairDownload(account: string, videoId: string): Promise<IntegrityResult> {
  const db: DownloadsDb = downloadsOf(account);
  const row = await db.videos.get(videoId);
  if (row && row.status !== 'completed') return 'damaged'; // it is being fetched: its writer verifies it
  const [entry, parts] = [await db.videoBlobs.get(videoId), await db.chunksOf(videoId)];
  const partFile = row?.partFile;
  const file = partFile ? await privateFile(db.name, partFile) : undefined;
  const read: ChunkStore['read'] = file ? ({ at = 0, size }) => bytesOf(file.slice(at, at + size)) : blobStore.read;
  const good: VideoChunk[] = [];
  // One chunk at a time: a video may be larger than a phone's memory.
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
  return parts.length === 0 || (partFile && !file) ? 'missing' : 'damaged';
}

/** Tells the worker whether this account may play its downloads, and until when the last plan answer is valid (decision 14). */
export async function setDownloadAccess(account: string, locked: boolean, until: number | null): Promise<void> {
  const { state } = downloadsOf(account);
  const before = await state.get('access');
  if (before?.locked !== locked || before.until !== until) await state.put({ key: 'access', locked, until });
}
