import { create } from 'zustand';

// Progress of the download that runs in this tab, updated more often than its row. Other tabs see the row's progress.

export interface LiveProgress {
  received: number;
  total: number;
}

/** Minimum time between two updates (ms). */
const NOTICE_MS = 200;

const useProgress = create<Record<string, LiveProgress>>(() => ({}));
let noticedAt = 0;

export function reportProgress(videoId: string, received: number, total: number): void {
  const now = performance.now();
  if (now - noticedAt < NOTICE_MS && received < total) return;
  noticedAt = now;
  useProgress.setState({ [videoId]: { received, total } });
}

export const useLiveProgress = (videoId: string): LiveProgress | undefined => useProgress((byId) => byId[videoId]);
