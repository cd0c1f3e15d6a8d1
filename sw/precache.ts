/** The shell and every lazy chunk, kept at install; any page address opens the shell, also without a network. */
import { cleanupOutdatedCaches, createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** Addresses that belong to the server or to `media.ts`, never to the shell. */
export const notPages = [/^\/auth\//, /^\/rest\//, /^\/storage\//, /^\/realtime\//, /^\/media\//, /^\/config\.json$/];

export function precacheShell(manifest: (PrecacheEntry | string)[]): void {
  cleanupOutdatedCaches();
  precacheAndRoute(manifest);
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notPages }));
}
