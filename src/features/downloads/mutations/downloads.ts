import { currentMirror } from '@sync';
import { downloadsOf } from '@/device/transfers/downloads/download-store';
import {
  repairAll,
  repairVideo,
  type IntegrityResult as StoredIntegrity,
} from '@/device/transfers/downloads/integrity';
import { lacksRoom } from '@/shared/download-room';
import type { DownloadedVideo } from '@/shared/downloads';
import { offlineMediaHref } from '@/shared/paths';
import { forgetRecorded } from './record';

// Commands to the download queue. Each command is a change of a row, so it works in any tab and offline, and survives a restart.

/** A download to queue, with the data to show it offline. */
export interface DownloadOrder {
  id: string;
  courseId: string;
  courseTitle: string;
  title: string;
  description: string;
  /** Length of the video (s). */
  duration: number;
  videoUrl: string;
  thumbnail: string | null;
  /** Size of the video file (bytes); 0 if unknown. */
  fileSize: number;
}

const newRow = (account: string, order: DownloadOrder, queuedAt: number): DownloadedVideo => ({
  ...order,
  localPath: offlineMediaHref(order.id, account),
  downloadedAt: null,
  status: 'queued',
  queuedAt,
  received: 0,
  version: null,
  run: '',
  failure: null,
});

/** Appends lessons to the queue, except those that are already in it. */
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

/** Continues a paused or failed download after the bytes that are already stored. */
export async function resumeDownload(account: string, videoId: string): Promise<void> {
  const { videos } = downloadsOf(account);
  await videos
    .where({ id: videoId })
    .and((row) => row.status === 'paused' || row.status === 'error')
    .modify({ status: 'queued', failure: null });
}

/** Deletes the rows and bytes of downloads; a running one is cancelled. */
export async function deleteDownloads(account: string, videoIds: readonly string[]): Promise<void> {
  const db = downloadsOf(account);
  forgetRecorded(account, videoIds);
  await db.transaction('rw', db.videos, db.videoBlobs, db.videoParts, async () => {
    await db.videos.bulkDelete([...videoIds]);
    await db.videoBlobs.bulkDelete([...videoIds]);
    for (const id of videoIds) await db.deleteChunksOf(id);
  });
  await resumeForRoom(account);
}

export const deleteDownload = (account: string, videoId: string): Promise<void> => deleteDownloads(account, [videoId]);

/** Replaces the download of a lesson whose video file has changed. */
export async function renewDownload(account: string, order: DownloadOrder): Promise<void> {
  await deleteDownload(account, order.id);
  await enqueueDownload(account, order);
}

/** Storage key or URL of the lesson's current video file; undefined if this device does not know it. */
async function newestFile(videoId: string): Promise<string | undefined> {
  const lesson = await currentMirror()
    ?.lessons.get(videoId)
    .catch(() => undefined);
  return lesson?.video_url ?? undefined;
}

/** `newer`: the stored file is damaged and the lesson has a newer file, which is downloaded instead. */
export type IntegrityResult = StoredIntegrity | 'newer';

/** Verifies every stored chunk of a video and queues the video again, so that only damaged and missing chunks are fetched. */
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

/** Downloads again all chunks that the integrity check at startup found damaged. */
export const repairDownloads = (account: string): Promise<void> => repairAll(downloadsOf(account));

/** Requeues the downloads that stopped for lack of space. */
export async function resumeForRoom(account: string): Promise<void> {
  await downloadsOf(account)
    .videos.filter(({ status, failure }) => status === 'error' && lacksRoom(failure))
    .modify({ status: 'queued', failure: null });
}

/** Tells the service worker whether this account may play its downloads, and when the lease of its plan ends (ms; decision 14). */
export async function setDownloadAccess(account: string, locked: boolean, until: number | null): Promise<void> {
  const { state } = downloadsOf(account);
  const before = await state.get('access');
  if (before?.locked !== locked || before.until !== until) await state.put({ key: 'access', locked, until });
}
