import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { useAccount } from '@/data/session/session-store';
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

/** Every download of the account, under way or complete, the newest first; undefined until read. */
export function useDownloads(): DownloadedVideo[] | undefined {
  const account = useAccount();
  useEffect(startDownloads, []);
  const read = async (of: string) => (await downloadsOf(of).videos.toArray()).sort(newestFirst);
  return useLiveQuery(() => (account ? read(account).catch(unread([])) : []), [account]);
}

/** One download; null when there is none, undefined until read. */
export function useDownload(videoId: string): DownloadedVideo | null | undefined {
  const account = useAccount();
  useEffect(startDownloads, []);
  const read = async (of: string) => (await downloadsOf(of).videos.get(videoId)) ?? null;
  return useLiveQuery(() => (account ? read(account).catch(unread(null)) : null), [account, videoId]);
}

/** 0 to 1, as fine as this tab knows. */
export function useDownloadShare(row: Pick<DownloadedVideo, 'id' | 'status' | 'received' | 'fileSize'>): number {
  const live = useLiveProgress(row.id);
  const received = row.status === 'downloading' ? Math.max(row.received, live?.received ?? 0) : row.received;
  const total = row.fileSize || live?.total || 0;
  return total > 0 ? Math.min(1, received / total) : 0;
}
