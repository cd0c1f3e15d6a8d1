/**
 * Code of earlier versions, for pages that still run them: file names contain a content hash, and the server may no longer have the old files.
 * Rule: nothing is deleted while a page of an unknown version may be open, however many versions were installed since.
 */
import { CACHES } from '../src/shared/names';

declare const self: ServiceWorkerGlobalScope;

const EARLIER = CACHES.earlierCode;

export const isCode = (url: URL) => url.origin === self.location.origin && url.pathname.startsWith('/assets/');

/** Copies the previous version's code from the precache to the cache of earlier code. A lack of space must not prevent the update. */
export async function keepEarlier(precache: string, own: readonly string[]): Promise<void> {
  try {
    const [shell, earlier] = await Promise.all([caches.open(precache), caches.open(EARLIER)]);
    const current = new Set(own);
    for (const request of await shell.keys()) {
      const file = isCode(new URL(request.url)) && !current.has(request.url) && (await shell.match(request));
      if (file) await earlier.put(request, file);
    }
  } catch (error) {
    console.warn('The code of the previous version was not kept:', error);
  }
}

export const earlierCode = async (request: Request): Promise<Response> =>
  (await caches.match(request, { cacheName: EARLIER })) ?? fetch(request);

/**
 * Deletes the code of earlier versions when no page runs it.
 * `starting`: number of pages that are known to run this version, because they are just starting. Any other open page may run an earlier version.
 */
export async function dropEarlier(starting: 0 | 1): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const { installing, waiting } = self.registration;
  // Keep the cache while another version is installing or waiting: its installation copies this version's code to the cache.
  if (pages.length <= starting && !installing && !waiting) await caches.delete(EARLIER);
}
