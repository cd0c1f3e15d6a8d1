/**
 * The shell and every lazy chunk, kept at install; any page address opens the shell, also without a network.
 * Guarantees: pages that were open when this version took over still get the code of theirs; what the browser threw away of the shell comes again;
 * a store that cannot be read is passed by, as if there were no worker.
 */
import { cacheNames } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute, setCatchHandler } from 'workbox-routing';
import { isOfflineMedia } from './media';

declare const self: ServiceWorkerGlobalScope;

/** Addresses that belong to the server or to `media.ts`, never to the shell. */
export const notPages = [/^\/auth\//, /^\/rest\//, /^\/storage\//, /^\/realtime\//, /^\/media\//, /^\/config\.json$/];

/** Code of the one version before this. Its names hold its contents, and no server may have it any more. */
const EARLIER = 'sloy-earlier';

const isCode = (url: URL) => url.origin === self.location.origin && url.pathname.startsWith('/assets/');

/** The full addresses of the shell's files. */
let files: string[] = [];

export function precacheShell(manifest: (PrecacheEntry | string)[]): void {
  files = manifest.map((entry) => new URL(typeof entry === 'string' ? entry : entry.url, self.location.origin).href);
  self.addEventListener('install', (event) => event.waitUntil(keepEarlier()));
  cleanupOutdatedCaches();
  precacheAndRoute(manifest);
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notPages }));
  setCatchHandler(({ request }) =>
    isOfflineMedia(new URL(request.url)) ? Promise.resolve(Response.error()) : fetch(request),
  );
}

/** When this version takes over, the shell of the one before is gone. Where there is no room for both, that is no reason to stay old. */
const keepEarlier = () => copyEarlier().catch(() => caches.delete(EARLIER).catch(() => false));

async function copyEarlier(): Promise<void> {
  await caches.delete(EARLIER);
  const [shell, earlier] = await Promise.all([caches.open(cacheNames.precache), caches.open(EARLIER)]);
  const own = new Set(files);
  for (const request of await shell.keys()) {
    const file = isCode(new URL(request.url)) && !own.has(request.url) && (await shell.match(request));
    if (file) await earlier.put(request, file);
  }
}

/** Rule: after every other route: it takes all code that no other knows. */
export function serveEarlier(): void {
  registerRoute(
    ({ url }) => isCode(url),
    async ({ request }) => (await caches.match(request, { cacheName: EARLIER })) ?? fetch(request),
  );
}

/** Fetches what is missing of the shell. Without a network the next start tries again; a newer version brings its own. */
export async function mendShell(): Promise<void> {
  const shell = await caches.open(cacheNames.precache);
  const kept = new Set((await shell.keys()).map(({ url }) => url));
  const lost = files.map((url) => ({ url, key: getCacheKeyForURL(url) ?? url })).filter(({ key }) => !kept.has(key));
  if (lost.length === 0) return;
  await self.registration.update();
  if (self.registration.installing || self.registration.waiting) return;
  for (const { url, key } of lost) {
    const file = await fetch(url, { cache: 'no-cache' });
    // A host may answer with its start page for what it does not have.
    const isPage = /^text\/html\b/.test(file.headers.get('Content-Type') ?? '');
    if (file.ok && isPage === url.endsWith('.html')) await shell.put(key, file);
  }
}
