import { useEffect } from 'react';
import { type AccountQuery, useAccountQuery } from '@/data/session/account-query';
import type { DownloadedVideo } from './layout';
import { useLiveProgress } from './live-progress';
import { startDownloads } from './runtime';
import { downloadsOf } from './store';

/** What a store that cannot be read has: nothing (specification 2 §8, silent failures). A live query that throws would take the screen with it. */
const unread =
  <T>(nothing: T) =>
  (error: unknown): T => {
    console.error('The downloads could not be read:', error);
    return nothing;
  };

const newestFirst = (a: DownloadedVideo, b: DownloadedVideo) => b.queuedAt - a.queuedAt;

const downloadsQuery: AccountQuery<[], DownloadedVideo[]> = {
  name: 'downloads',
  read: async (account) => (await downloadsOf(account).videos.toArray().catch(unread([]))).sort(newestFirst),
};

export const downloadQuery: AccountQuery<[videoId: string], { videoId: string; row: DownloadedVideo | null }> = {
  name: 'download',
  read: async (account, videoId) => ({
    videoId,
    row: (await downloadsOf(account).videos.get(videoId).catch(unread(null))) ?? null,
  }),
};

/** Every download of the account, under way or complete, the newest first; undefined until read. */
export function useDownloads(): DownloadedVideo[] | undefined {
  useEffect(startDownloads, []);
  return useAccountQuery(downloadsQuery);
}

/** One download; null when there is none, undefined until read. */
export function useDownload(videoId: string): DownloadedVideo | null | undefined {
  useEffect(startDownloads, []);
  const found = useAccountQuery(downloadQuery, videoId);
  // The live query keeps the answer of the lesson before until it has the new one.
  return found?.videoId === videoId ? found.row : undefined;
}

/** 0 to 1, as fine as this tab knows. */
export function useDownloadShare(row: Pick<DownloadedVideo, 'id' | 'status' | 'received' | 'fileSize'>): number {
  const live = useLiveProgress(row.id);
  const received = row.status === 'downloading' ? Math.max(row.received, live?.received ?? 0) : row.received;
  const total = row.fileSize || live?.total || 0;
  return total > 0 ? Math.min(1, received / total) : 0;
}
