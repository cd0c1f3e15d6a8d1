import { useEffect } from 'react';
import { localQuery, useLive } from '@/device/live/use-live';
import { downloadsOf } from '@/device/transfers/downloads/download-store';
import type { DownloadedVideo } from '@/shared/downloads';
import { startDownloads } from '../mutations/download-service';
import { useLiveProgress } from '../mutations/live-progress';

const newestFirst = (a: DownloadedVideo, b: DownloadedVideo) => b.queuedAt - a.queuedAt;

/** Console message for unreadable downloads; the screens then show no downloads (specification 2 §8, silent failures). */
const failure = 'The downloads could not be read:';

const allDownloads = localQuery(
  failure,
  [],
  async ({ account }): Promise<DownloadedVideo[]> => (await downloadsOf(account).videos.toArray()).sort(newestFirst),
  { fallback: [], remember: true },
);

const downloadOfLesson = localQuery(
  failure,
  [],
  async ({ account }, videoId: string): Promise<DownloadedVideo | null> =>
    (await downloadsOf(account).videos.get(videoId)) ?? null,
  { fallback: null },
);

/** All downloads of the account, newest first; undefined until read. */
export function useDownloads(): DownloadedVideo[] | undefined {
  useEffect(startDownloads, []);
  return useLive(allDownloads).data;
}

/** The download of a lesson; null if the lesson was not downloaded, undefined until read. */
export function useDownload(videoId: string): DownloadedVideo | null | undefined {
  useEffect(startDownloads, []);
  return useLive(downloadOfLesson, videoId).data;
}

/** Progress of a download from 0 to 1; uses the live progress if this tab runs the download. */
export function useDownloadShare(row: Pick<DownloadedVideo, 'id' | 'status' | 'received' | 'fileSize'>): number {
  const live = useLiveProgress(row.id);
  const received = row.status === 'downloading' ? Math.max(row.received, live?.received ?? 0) : row.received;
  const total = row.fileSize || live?.total || 0;
  return total > 0 ? Math.min(1, received / total) : 0;
}
