import { createHash } from 'node:crypto';
import { type BrowserContext, expect, type Page } from '@playwright/test';

// Reads and damages the stored downloads of a device through one of its pages.

interface Row {
  status: string;
  received: number;
  fileSize: number;
}

/** Reads one stored row of the account's downloads database. */
const storedRow = <Stored>(page: Page, account: string, table: 'videos', key: string) =>
  page.evaluate(
    ([name, store, which]) =>
      new Promise<Stored | undefined>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction(store).objectStore(store).get(which);
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result);
          };
        };
      }),
    [`sloy-downloads-${account}`, table, key] as const,
  );

export const downloadRow = (page: Page, account: string, videoId: string) =>
  storedRow<Row>(page, account, 'videos', videoId);

const startDownload = (page: Page) => page.getByRole('button', { name: 'Свалете за офлайн' }).click();

export const untilDownloaded = (page: Page) =>
  expect(page.getByText(/^Downloaded/).first()).toBeVisible({ timeout: 90_000 });

/** SHA-256 of a downloaded lesson as the service worker serves it. */
export const offlineSha256 = (page: Page, account: string, videoId: string) =>
  page.evaluate(
    async ([uid, id]) => {
      const response = await fetch(`/media/offline/${id}?account=${uid}`);
      if (!response.ok) return `HTTP ${response.status}`;
      const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
      return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    [account, videoId] as const,
  );

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Records the Range headers of a video's download requests, in order; null = a request for the whole file. */
export function watchRanges(context: BrowserContext): (string | null)[] {
  const ranges: (string | null)[] = [];
  context.on('request', (request) => {
    if (
      request.resourceType() !== 'fetch' ||
      request.method() !== 'GET' ||
      !/\/storage\/v1\/object\/sign\/videos\//.test(request.url())
    )
      return;
    ranges.push(request.headers().range ?? null);
  });
  return ranges;
}

/** Limits the bandwidth of a page (bytes per second). */
async function slowNetwork(page: Page, bytesPerSecond: number) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: -1,
  });
}

/** The video frame at a position, reduced to greyscale numbers for comparison. */
export const frameAt = (page: Page, seconds: number) =>
  page.locator('video').evaluate(async (element, position) => {
    const video = element as HTMLVideoElement;
    video.pause();
    const shown = new Promise<void>((resolve) => video.requestVideoFrameCallback(() => resolve()));
    const sought = new Promise<void>((resolve) => video.addEventListener('seeked', () => resolve(), { once: true }));
    video.currentTime = position;
    await Promise.all([sought, shown]);
    const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 90 });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(video, 0, 0, 160, 90);
    const { data } = context?.getImageData(0, 0, 160, 90) ?? { data: [] };
    return { time: video.currentTime, pixels: Array.from(data).filter((_, index) => index % 4 === 0) };
  }, seconds);

export const difference = (a: number[], b: number[]) =>
  a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;

/** Changes the stored file size of the first download; the app shows the new size after a reload. */
export const resizeRow = (page: Page, account: string, bytes: number) =>
  page.evaluate(
    ([name, fileSize]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const transaction = database.transaction('videos', 'readwrite');
          const videos = transaction.objectStore('videos');
          const reading = videos.openCursor();
          reading.onsuccess = () => videos.put({ ...reading.result?.value, fileSize });
          transaction.onabort = () => reject(transaction.error);
          transaction.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
    [`sloy-downloads-${account}`, bytes] as const,
  );

/** Reads and changes the stored chunks of an account. @returns the size of each stored video (bytes) */
const onChunks = (page: Page, account: string, act: 'sizes' | 'damage' | 'clear') =>
  page.evaluate(
    async ([name, what]) => {
      interface Chunk {
        videoId: string;
        index: number;
        blob: Blob;
      }
      const answer = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      if (!(await indexedDB.databases()).some((database) => database.name === name)) return [];
      const database = await answer(indexedDB.open(name));
      try {
        const store = () => database.transaction('videoParts', 'readwrite').objectStore('videoParts');
        const chunks: Chunk[] = await answer(store().getAll());
        if (what === 'clear') await answer(store().clear());
        if (what === 'damage')
          for (const chunk of chunks.filter(({ index }) => index === 0)) {
            const noise = new Uint8Array(Math.min(chunk.blob.size, 1024 * 1024));
            await answer(store().put({ ...chunk, blob: new Blob([noise, chunk.blob.slice(noise.length)]) }));
          }
        const sizes = new Map<string, number>();
        for (const { videoId, blob } of chunks) sizes.set(videoId, (sizes.get(videoId) ?? 0) + blob.size);
        return [...sizes.values()];
      } finally {
        database.close();
      }
    },
    [`sloy-downloads-${account}`, act] as const,
  );

/** Sizes of the account's stored videos (bytes). */
export const videoSizes = (page: Page, account: string) => onChunks(page, account, 'sizes');

/** Overwrites the first megabyte of the account's downloads, like a failing disk. */
export const damageVideo = (page: Page, account: string) => onChunks(page, account, 'damage');

/** Deletes the bytes of all downloads, like a browser under storage pressure. */
export const loseVideos = (page: Page, account: string) => onChunks(page, account, 'clear');

/** Starts the lesson's download at a limited bandwidth (bytes per second) and waits until the given number of bytes is stored. */
export async function downloadSlowly(
  page: Page,
  account: string,
  id: string,
  { speed, stored }: { speed: number; stored: number },
) {
  await slowNetwork(page, speed);
  await startDownload(page);
  await expect
    .poll(async () => (await downloadRow(page, account, id))?.received ?? 0, { timeout: 60_000, intervals: [50] })
    .toBeGreaterThanOrEqual(stored);
}
