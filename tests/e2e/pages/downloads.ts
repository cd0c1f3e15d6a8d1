import { createHash } from 'node:crypto';
import { type BrowserContext, expect, type Page } from '@playwright/test';

// What a test asks of the downloads of a device, through the page that owns them.

interface Row {
  status: string;
  received: number;
  fileSize: number;
}

/** The row of a download as the device has stored it. */
export const downloadRow = (page: Page, account: string, videoId: string) =>
  page.evaluate(
    ([name, id]) =>
      new Promise<Row | undefined>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction('videos').objectStore('videos').get(id);
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result);
          };
        };
      }),
    [`sloy-downloads-${account}`, videoId] as const,
  );

const startDownload = (page: Page) => page.getByRole('button', { name: 'Свали за офлайн' }).click();

export const untilDownloaded = (page: Page) => expect(page.getByText(/^Downloaded/).first()).toBeVisible({ timeout: 90_000 });

/** SHA-256 of what the worker serves for a downloaded lesson. */
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

/** The ranges that the download asks a film's address for, in order; null = the whole file. */
export function watchRanges(context: BrowserContext): (string | null)[] {
  const ranges: (string | null)[] = [];
  context.on('request', (request) => {
    if (request.resourceType() !== 'fetch' || request.method() !== 'GET' || !/\/storage\/v1\/object\/sign\/videos\//.test(request.url())) return;
    ranges.push(request.headers().range ?? null);
  });
  return ranges;
}

/** Slows the network of a page to so many bytes a second. */
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

/** The picture of the film at a position, small and grey: as numbers that can be compared. */
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

export const difference = (a: number[], b: number[]) => a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;

/** Changes what the device has stored behind the product's back, as a failing disk would. */
const tamper = (page: Page, account: string, store: 'videos' | 'videoParts', what: 'noise' | 'nothing' | number) =>
  page.evaluate(
    ([name, table, change]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const transaction = database.transaction(table, 'readwrite');
          const records = transaction.objectStore(table);
          const reading = records.openCursor();
          if (change === 'nothing') records.clear();
          reading.onsuccess = () => {
            const record = reading.result?.value;
            if (change !== 'nothing')
              records.put(change === 'noise' ? { ...record, blob: new Blob([new Uint8Array(record.size)]) } : { ...record, fileSize: change });
          };
          transaction.onabort = () => reject(transaction.error);
          transaction.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
    [`sloy-downloads-${account}`, store, what] as const,
  );

/** Overwrites the first stored part of the account's only download. */
export const damagePart = (page: Page, account: string) => tamper(page, account, 'videoParts', 'noise');

/** Says of the first download that it has so many bytes; seen after a reload. */
export const resizeRow = (page: Page, account: string, bytes: number) => tamper(page, account, 'videos', bytes);

/** Throws away every stored part, as a browser that needs room may. */
export const loseParts = (page: Page, account: string) => tamper(page, account, 'videoParts', 'nothing');

/** Starts the download of the lesson on the page, on a network of so many bytes a second, and waits until so many bytes are stored. */
export async function downloadSlowly(page: Page, account: string, id: string, { speed, stored }: { speed: number; stored: number }) {
  await slowNetwork(page, speed);
  await startDownload(page);
  await expect
    .poll(async () => (await downloadRow(page, account, id))?.received ?? 0, { timeout: 60_000, intervals: [50] })
    .toBeGreaterThanOrEqual(stored);
}
