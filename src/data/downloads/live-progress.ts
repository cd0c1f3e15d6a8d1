import { useSyncExternalStore } from 'react';

// Progress of the download that runs in this tab, updated more often than its row. Other tabs see the row's progress.

export interface LiveProgress {
  received: number;
  total: number;
}

/** Minimum time between two notifications (ms). */
const NOTICE_MS = 200;

const progress = new Map<string, LiveProgress>();
const listeners = new Set<() => void>();
let noticedAt = 0;

export function reportProgress(videoId: string, received: number, total: number): void {
  progress.set(videoId, { received, total });
  const now = performance.now();
  if (now - noticedAt < NOTICE_MS && received < total) return;
  noticedAt = now;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useLiveProgress = (videoId: string): LiveProgress | undefined =>
  useSyncExternalStore(subscribe, () => progress.get(videoId));
