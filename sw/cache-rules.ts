/** Runtime caches beside the precache, as data: which requests, which cache, how many entries, how long. */
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { CACHES } from '../src/config/persisted-names';
import { noPages } from './own-answer';

interface CacheRule {
  cacheName: string;
  matches: (request: Request, url: URL, sameOrigin: boolean) => boolean;
  strategy: typeof CacheFirst | typeof StaleWhileRevalidate;
  maxEntries: number;
  maxAgeDays: number;
}

const isPublicImage = (url: URL) => url.pathname.includes('/storage/v1/object/public/');

const cacheRules: CacheRule[] = [
  {
    cacheName: CACHES.images,
    // Opaque responses of other origins count as megabytes each, so only our own images and the public buckets are
    // cached.
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
    // The PDF library and its fonts (src/lib/pdf.ts): the library's name changes with its contents, the fonts' names
    // never do.
    cacheName: CACHES.pdf,
    matches: (_request, url, sameOrigin) =>
      sameOrigin && /^\/(assets\/jspdf[^/]*\.js|fonts\/[^/]*\.ttf)$/.test(url.pathname),
    strategy: CacheFirst,
    maxEntries: 6,
    maxAgeDays: 365,
  },
  {
    // The 3D viewer, its worker and its GLB reader: large, and many learners never open a model.
    cacheName: 'sloy-models',
    matches: (_request, url, sameOrigin) =>
      sameOrigin && /^\/assets\/(model-viewer|mesh-worker|glb-model)[^/]*\.js$/.test(url.pathname),
    strategy: CacheFirst,
    maxEntries: 9,
    maxAgeDays: 365,
  },
  {
    // The console: learners never open it. Its files are kept from their first use on.
    cacheName: CACHES.admin,
    matches: (_request, url, sameOrigin) => sameOrigin && /^\/assets\/admin-[^/]*\.(js|css)$/.test(url.pathname),
    strategy: CacheFirst,
    maxEntries: 80,
    maxAgeDays: 365,
  },
];

export function registerCacheRules(): void {
  for (const { cacheName, matches, strategy: Strategy, maxEntries, maxAgeDays } of cacheRules) {
    const plugins = [
      new CacheableResponsePlugin({ statuses: [0, 200] }),
      noPages,
      new ExpirationPlugin({ maxEntries, maxAgeSeconds: maxAgeDays * 86_400, purgeOnQuotaError: true }),
    ];
    registerRoute(
      ({ request, url, sameOrigin }) => matches(request, url, sameOrigin),
      new Strategy({ cacheName, plugins }),
    );
  }
}
