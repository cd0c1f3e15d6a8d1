/**
 * The table of runtime caches: matched requests, cache name, maximum entries. Entries have no maximum age, because it would compare a server's
 * `Date` with the device's clock; a name changes with its content, or the strategy revalidates.
 */
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { CODE_RETRIES, CODE_RETRY_PAUSE_MS } from '../src/shared/app-limits';
import { CACHES, VIEWER_CACHE } from '../src/shared/names';
import { isHtml, noPages } from './own-answer';

interface CacheRule {
  cacheName: string;
  matches: (request: Request, url: URL, sameOrigin: boolean) => boolean;
  strategy: typeof CacheFirst | typeof StaleWhileRevalidate;
  maxEntries: number;
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
  },
  {
    cacheName: CACHES.images,
    // Browsers count each opaque response of another origin as several megabytes, so cache only our own images and the
    // public buckets.
    matches: (request, url, sameOrigin) => request.destination === 'image' && (sameOrigin || isPublicImage(url)),
    strategy: StaleWhileRevalidate,
    maxEntries: 120,
  },
  {
    cacheName: CACHES.fonts,
    matches: (request, _url, sameOrigin) => request.destination === 'font' && sameOrigin,
    strategy: CacheFirst,
    maxEntries: 8,
  },
  {
    // The PDF library and its fonts (src/device/pdf.ts): the library's name changes with its contents, the fonts' names
    // never do.
    cacheName: CACHES.pdf,
    matches: (_request, url, sameOrigin) =>
      sameOrigin && /^\/(assets\/jspdf[^/]*\.js|fonts\/[^/]*\.ttf)$/.test(url.pathname),
    strategy: CacheFirst,
    maxEntries: 24,
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
    waits: true,
  },
  {
    // The console's code: cached at its first use instead of precached, because learners never open the console.
    cacheName: CACHES.admin,
    matches: (_request, url, sameOrigin) => sameOrigin && /^\/assets\/admin-[^/]*\.(js|css)$/.test(url.pathname),
    strategy: CacheFirst,
    maxEntries: 80,
  },
];

export function registerCacheRules(): void {
  for (const { cacheName, matches, strategy: Strategy, maxEntries, waits } of cacheRules) {
    const plugins = [
      new CacheableResponsePlugin({ statuses: [0, 200] }),
      noPages,
      new ExpirationPlugin({ maxEntries, purgeOnQuotaError: true }),
    ];
    const strategy = new Strategy({ cacheName, plugins });
    registerRoute(
      ({ request, url, sameOrigin }) => matches(request, url, sameOrigin),
      waits ? (options) => untilAnswered(() => strategy.handle(options)) : strategy,
    );
  }
}
