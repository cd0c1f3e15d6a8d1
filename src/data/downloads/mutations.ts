import { currentMirror } from '@sync';
import { offlineMediaHref } from '@/config/paths';
import { lacksRoom } from '@/domain/download-room';
import type { DownloadedVideo } from '@/domain/downloads';
import { downloadsOf } from '@/transfers/downloads/download-store';
import { repairAll, repairVideo, type IntegrityResult as StoredIntegrity } from '@/transfers/downloads/integrity';
import { removePrivateFiles } from '@/transfers/private-files/private-files';
import { forgetRecorded } from './record';

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
  forgetRecorded(account, videoIds);
  const files = await db.transaction('rw', db.videos, db.videoBlobs, db.videoParts, async () => {
    const rows = await db.videos.bulkGet([...videoIds]);
    await db.videos.bulkDelete([...videoIds]);
    await db.videoBlobs.bulkDelete([...videoIds]);
    for (const id of videoIds) await db.deleteChunksOf(id);
    return rows.flatMap((row) => row?.partFile ?? []);
  });
  // A file that is being written is removed when its transfer notices the deletion.
  await removePrivateFiles(db.name, files);
  await resumeForRoom(account);
}

export const deleteDownload = (account: string, videoId: string): Promise<void> => deleteDownloads(account, [videoId]);

/** Replaces a download whose lesson has another file now. The old file plays until then. */
export async function renewDownload(account: string, order: DownloadOrder): Promise<void> {
  await deleteDownload(account, order.id);
  await enqueueDownload(account, order);
}

/** The file that the lesson has now; undefined where this device does not know it. */
async function newestFile(videoId: string): Promise<string | undefined> {
  const lesson = await currentMirror()
    ?.lessons.get(videoId)
    .catch(() => undefined);
  return lesson?.video_url ?? undefined;
}

/** `newer`: the stored file is incomplete and the lesson has a newer file, which is fetched. */
export type IntegrityResult = StoredIntegrity | 'newer';

/** Verifies every stored chunk of a video. Drops damaged and missing chunks and queues the video again, so that only they are fetched. */
export async function repairDownload(account: string, videoId: string): Promise<IntegrityResult> {
  const db = downloadsOf(account);
  const row = await db.videos.get(videoId);
  const found = await repairVideo(db, videoId);
  if (found === 'sound' || row?.status !== 'completed') return found;
  const videoUrl = await newestFile(videoId);
  if (!videoUrl || videoUrl === row.videoUrl) return found;
  await renewDownload(account, { ...row, videoUrl, fileSize: 0 });
  return 'newer';
}

/** Fetches every chunk again that the check after the start found damaged. */
export const repairDownloads = (account: string): Promise<void> => repairAll(downloadsOf(account));

/** Queues downloads again that stopped for lack of space. */
export async function resumeForRoom(account: string): Promise<void> {
  await downloadsOf(account)
    .videos.filter(({ status, failure }) => status === 'error' && lacksRoom(failure))
    .modify({ status: 'queued', failure: null });
}

/** Tells the worker whether this account may play its downloads, and until when the last plan answer is valid (decision 14). */
export async function setDownloadAccess(account: string, locked: boolean, until: number | null): Promise<void> {
  const { state } = downloadsOf(account);
  const before = await state.get('access');
  if (before?.locked !== locked || before.until !== until) await state.put({ key: 'access', locked, until });
}
