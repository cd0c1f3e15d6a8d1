/** What is kept beside the precache, as data: which requests, in which cache, how many, how long. A small engine reads it. */
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';

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
    cacheName: 'sloy-images',
    // Foreign pictures come back opaque and count as megabytes each: only our own and the public buckets are kept.
    matches: (request, url, sameOrigin) => request.destination === 'image' && (sameOrigin || isPublicImage(url)),
    strategy: StaleWhileRevalidate,
    maxEntries: 120,
    maxAgeDays: 60,
  },
  {
    cacheName: 'sloy-fonts',
    matches: (request, _url, sameOrigin) => request.destination === 'font' && sameOrigin,
    strategy: CacheFirst,
    maxEntries: 8,
    maxAgeDays: 365,
  },
  {
    // What draws papers (src/lib/pdf.ts): the library's name changes with its contents, the letters' never do.
    cacheName: 'sloy-papers',
    matches: (_request, url, sameOrigin) =>
      sameOrigin && /^\/(assets\/jspdf[^/]*\.js|fonts\/[^/]*\.ttf)$/.test(url.pathname),
    strategy: CacheFirst,
    maxEntries: 6,
    maxAgeDays: 365,
  },
];

export function registerCacheRules(): void {
  for (const { cacheName, matches, strategy: Strategy, maxEntries, maxAgeDays } of cacheRules) {
    const plugins = [
      new CacheableResponsePlugin({ statuses: [0, 200] }),
      new ExpirationPlugin({ maxEntries, maxAgeSeconds: maxAgeDays * 86_400, purgeOnQuotaError: true }),
    ];
    registerRoute(
      ({ request, url, sameOrigin }) => matches(request, url, sameOrigin),
      new Strategy({ cacheName, plugins }),
    );
  }
}
