/**
 * Caches the app shell and every lazy chunk at install. Any page URL opens the shell, also without a network.
 * Guarantees: pages that were open when this version took over still get their version's code; files that the browser
 * evicted from the shell are fetched again; if the cache cannot be read, requests go to the network as if there were no
 * worker.
 */
import { cacheNames } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute, setCatchHandler } from 'workbox-routing';
import { dropEarlier, earlierCode, isCode, keepEarlier } from './earlier-code';
import { withLastScreen } from './last-screen';
import { isOfflineMedia } from './media';
import { isOwnAnswer, ownAnswers } from './own-answer';

declare const self: ServiceWorkerGlobalScope;

/** URLs of the server and of `media.ts`, which never open the shell. */
export const notPages = [/^\/auth\//, /^\/rest\//, /^\/storage\//, /^\/realtime\//, /^\/media\//, /^\/config\.json$/];

let entries: PrecacheEntry[] = [];

/** Absolute URLs of the shell's files. */
const fileUrls = () => entries.map(({ url }) => new URL(url, self.location.origin).href);

export function precacheShell(manifest: PrecacheEntry[]): void {
  entries = manifest;
  self.addEventListener('install', (event) => event.waitUntil(keepEarlier(cacheNames.precache, fileUrls())));
  self.addEventListener('activate', (event) => event.waitUntil(dropEarlier(0)));
  cleanupOutdatedCaches();
  addPlugins([ownAnswers]);
  precacheAndRoute(entries);
  const shell = createHandlerBoundToURL('/index.html');
  registerRoute(
    new NavigationRoute(async (options) => withLastScreen(options.url, await shell(options)), { denylist: notPages }),
  );
  setCatchHandler(({ request }) =>
    isOfflineMedia(new URL(request.url)) ? Promise.resolve(Response.error()) : fetch(request),
  );
}

/** Rule: register this route last. It matches every code file, so it would hide later routes for code files. */
export function serveEarlier(): void {
  registerRoute(
    ({ url }) => isCode(url),
    ({ request }) => earlierCode(request),
  );
}

/**
 * Fetches missing files of the shell. Without a network, the next start tries again; if a newer version is installing, nothing is fetched.
 * @param checked the caller's own check for a new version, if it has begun one @returns the number of restored files
 */
export async function mendShell(checked?: Promise<unknown>): Promise<number> {
  const shell = await caches.open(cacheNames.precache);
  const kept = new Set((await shell.keys()).map(({ url }) => url));
  const lost = fileUrls()
    .map((url) => ({ url, key: getCacheKeyForURL(url) ?? url }))
    .filter(({ key }) => !kept.has(key));
  if (lost.length === 0) return 0;
  await (checked ?? self.registration.update());
  if (self.registration.installing || self.registration.waiting) return 0;
  let restored = 0;
  for (const { url, key } of lost) {
    const file = await fetch(url, { cache: 'no-cache' });
    if (!(await isOwnAnswer(url, file))) continue;
    await shell.put(key, file);
    restored += 1;
  }
  return restored;
}
