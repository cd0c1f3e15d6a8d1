import { liveQuery } from 'dexie';
import { startDownloadQueue } from '@/device/transfers/downloads/download-queue';
import { downloadsOf } from '@/device/transfers/downloads/download-store';
import { deleteDownload, enqueueDownload } from '@/features/downloads/mutations/downloads';
import { DOWNLOAD_CHUNK_BYTES } from '@/shared/app-limits';
import { offlineMediaHref } from '@/shared/paths';

// The app's downloads. The bench loads this module into a page that the app's service worker controls.

const ACCOUNT = 'bench';
const LESSON = 'd0000000-0000-4000-8000-0000000000ff';

/** Fetches the URL and discards the bytes as they arrive. */
export async function fetchOnly(url: string) {
  const started = performance.now();
  const response = await fetch(url, { cache: 'no-store' });
  const reader = response.body?.getReader();
  if (!reader) throw new Error('no body');
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
  }
  return { ms: performance.now() - started, bytes };
}

/** Downloads the video. @returns the time (ms) from enqueueing to the completed, verified download, and its size (bytes) */
export async function download(url: string, keep: boolean) {
  const db = downloadsOf(ACCOUNT);
  await deleteDownload(ACCOUNT, LESSON);
  const engine = startDownloadQueue(db, {
    fetch: (input, init) => fetch(input, init),
    signUrl: () => Promise.resolve(url),
    freeBytes: async () => {
      const { quota = 0, usage = 0 } = await navigator.storage.estimate();
      return quota - usage;
    },
    limitBytes: () => null,
    chunkBytes: DOWNLOAD_CHUNK_BYTES,
    onProgress: () => undefined,
    persist: () => undefined,
    isOnline: () => true,
    onOnline: () => () => undefined,
    locks: navigator.locks,
    retryDelaysMs: [1_000],
  });
  const started = performance.now();
  const order = {
    courseId: '',
    courseTitle: '',
    title: '',
    description: '',
    duration: 40,
    thumbnail: null,
    fileSize: 0,
  };
  await enqueueDownload(ACCOUNT, { id: LESSON, videoUrl: 'video', ...order });
  const ms = await new Promise<number>((resolve, reject) => {
    const subscription = liveQuery(() => db.videos.get(LESSON)).subscribe((row) => {
      if (row?.status === 'error') reject(new Error(JSON.stringify(row.failure)));
      if (row?.status !== 'completed') return;
      resolve(performance.now() - started);
      setTimeout(() => subscription.unsubscribe());
    });
  });
  await engine.stop();
  const bytes = (await db.videoBlobs.get(LESSON))?.size ?? 0;
  if (!keep) await deleteDownload(ACCOUNT, LESSON);
  return { ms, bytes };
}

export const offlineUrl = () => offlineMediaHref(LESSON, ACCOUNT);

/** Opens a video player. Its `seek` returns the time (ms) until the video reports `seeked`. */
export async function openPlayer(url: string) {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  video.src = url;
  document.body.append(video);
  await new Promise((resolve, reject) => {
    video.addEventListener('canplay', resolve, { once: true });
    video.addEventListener('error', () => reject(new Error(`the video does not play: ${video.error?.message}`)), {
      once: true,
    });
  });
  return {
    duration: video.duration,
    async seek(seconds: number) {
      const started = performance.now();
      const arrived = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
      video.currentTime = seconds;
      await arrived;
      return performance.now() - started;
    },
    close() {
      video.removeAttribute('src');
      video.load();
      video.remove();
    },
  };
}

/** Seeks to the same positions in each URL, alternately. Reopens the player every `perPlayer` seeks, so that little is buffered. */
export async function seeks(urls: Record<string, string>, places: number[], perPlayer: number) {
  const times = Object.fromEntries(Object.keys(urls).map((name) => [name, [] as number[]]));
  for (let at = 0; at < places.length; at += perPlayer) {
    const names = Object.keys(urls);
    if ((at / perPlayer) % 2) names.reverse();
    for (const name of names) {
      const player = await openPlayer(urls[name] ?? '');
      for (const share of places.slice(at, at + perPlayer))
        times[name]?.push(await player.seek(share * (player.duration - 1)));
      player.close();
    }
  }
  return times;
}

/** True when both URLs return the same bytes. */
export async function sameBytes(a: string, b: string) {
  const hashes = [a, b].map(async (url) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', await (await fetch(url)).arrayBuffer())).join(),
  );
  const [first, second] = await Promise.all(hashes);
  return first === second;
}
