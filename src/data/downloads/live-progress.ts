import { useSyncExternalStore } from 'react';

// How far the download of this tab is, finer than what is stored. Other tabs see the stored bytes.

export interface LiveProgress {
  received: number;
  total: number;
}

/** Between two notices, ms. */
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
