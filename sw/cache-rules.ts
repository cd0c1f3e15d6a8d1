/** The table of runtime caches: matched requests, cache name, maximum entries, maximum age. */
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { registerQuotaErrorCallback, type WorkboxPlugin } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { CODE_RETRIES, CODE_RETRY_PAUSE_MS } from '../src/shared/app-limits';
import { CACHES, VIEWER_CACHE } from '../src/shared/names';
import { dropOldest, isFresh } from './expiry';
import { isHtml, noPages } from './own-answer';

declare const self: ServiceWorkerGlobalScope;

interface CacheRule {
  cacheName: string;
  matches: (request: Request, url: URL, sameOrigin: boolean) => boolean;
  strategy: typeof CacheFirst | typeof StaleWhileRevalidate;
  maxEntries: number;
  maxAgeDays: number;
  /** True if requests wait for the network instead of failing: after a failed import, a browser never requests the module again. */
  waits?: true;
}

async function untilAnswered(attempt: () => Promise<Response>): Promise<Response> {
  for (let left = CODE_RETRIES; ; left -= 1) {
    try {
      const answer = await attempt();
      if (!isHtml(answer) || left === 0) return answer;
      await new Promise((later) => setTimeout(later, CODE_RETRY_PAUSE_MS));
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((later) => setTimeout(later, CODE_RETRY_PAUSE_MS));
    }
  }
}

const isPublicImage = (url: URL) => url.pathname.includes('/storage/v1/object/public/');

const cacheRules: CacheRule[] = [
  {
    // A stored picture never changes: a new picture gets a new name.
    cacheName: CACHES.quizPictures,
    matches: (request, url) =>
      request.destination === 'image' && url.pathname.includes('/storage/v1/object/public/images/questions/'),
    strategy: CacheFirst,
    maxEntries: 600,
    maxAgeDays: 365,
  },
  {
    cacheName: CACHES.images,
    // Browsers count each opaque response of another origin as several megabytes, so cache only our own images and the
    // public buckets.
    matches: (request, url, sameOrigin) => request.destination === 'image' && (sameOrigin || isPublicImage(url)),
    strategy: StaleWhileRevalidate,
    maxEntries: 120,
    maxAgeDays: 60,
  },
  {
    cacheName: CACHES.fonts,
    matches: (request, _url, sameOrigin) => request.destination === 'font' && sameOrigin,
    strategy: CacheFirst,
    maxEntries: 8,
    maxAgeDays: 365,
  },
  {
    // The PDF library and its fonts (src/device/pdf.ts): the library's name changes with its contents, the fonts' names
    // never do.
    cacheName: CACHES.pdf,
    matches: (_request, url, sameOrigin) =>
      sameOrigin && /^\/(assets\/jspdf[^/]*\.js|fonts\/[^/]*\.ttf)$/.test(url.pathname),
    strategy: CacheFirst,
    maxEntries: 6,
    maxAgeDays: 365,
  },
  {
    // The 3D viewer, its worker, its GLB reader and the decoders of compressed files: cached at their first use instead of precached, because they are large and many learners never
    // open a model.
    cacheName: VIEWER_CACHE,
    matches: (_request, url, sameOrigin) =>
      sameOrigin &&
      /^\/assets\/(model-viewer|mesh-worker|glb-model|draco|meshopt_decoder)[^/]*\.(js|wasm)$/.test(url.pathname),
    strategy: CacheFirst,
    maxEntries: 18,
    maxAgeDays: 365,
    waits: true,
  },
  {
    // The console's code: cached at its first use instead of precached, because learners never open the console.
    cacheName: CACHES.admin,
    matches: (_request, url, sameOrigin) => sameOrigin && /^\/assets\/admin-[^/]*\.(js|css)$/.test(url.pathname),
    strategy: CacheFirst,
    maxEntries: 80,
    maxAgeDays: 365,
  },
];

/** The expiry plugin of one cache. The cache is also deleted when the browser runs out of space. */
function expiring(cacheName: string, maxEntries: number, maxAgeDays: number): WorkboxPlugin {
  registerQuotaErrorCallback(async () => void (await caches.delete(cacheName)));
  return {
    cachedResponseWillBeUsed: async ({ cachedResponse }) =>
      cachedResponse && isFresh(cachedResponse, maxAgeDays) ? cachedResponse : null,
    cacheDidUpdate: () => dropOldest(cacheName, maxEntries),
  };
}

export function registerCacheRules(): void {
  // Delete the database in which earlier versions stored the age of entries.
  self.addEventListener('activate', () => indexedDB.deleteDatabase('workbox-expiration'));
  for (const { cacheName, matches, strategy: Strategy, maxEntries, maxAgeDays, waits } of cacheRules) {
    const plugins = [
      new CacheableResponsePlugin({ statuses: [0, 200] }),
      noPages,
      expiring(cacheName, maxEntries, maxAgeDays),
    ];
    const strategy = new Strategy({ cacheName, plugins });
    registerRoute(
      ({ request, url, sameOrigin }) => matches(request, url, sameOrigin),
      waits ? (options) => untilAnswered(() => strategy.handle(options)) : strategy,
    );
  }
}
