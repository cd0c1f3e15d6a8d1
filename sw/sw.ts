/** Registers all parts of the service worker. Each part is described in its own file. */
import { clientsClaim } from 'workbox-core';
import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { listenForBackgroundWork } from './background-sync';
import { registerCacheRules } from './cache-rules';
import { answerOfflineMedia, isOfflineMedia } from './media';
import { listenForMessages } from './messages';
import { precacheShell, serveEarlier } from './precache';
import { listenForPush } from './push';
import { takeSharedModel } from './shared-model';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

// Take control of the page that installed the worker. An update still waits until a page asks (`messages.ts`).
clientsClaim();

for (const method of ['GET', 'HEAD'] as const) {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isOfflineMedia(url),
    ({ request }) => answerOfflineMedia(request),
    method,
  );
}
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname === '/model', takeSharedModel, 'POST');
precacheShell(self.__WB_MANIFEST);
registerCacheRules();
serveEarlier();
listenForMessages();
listenForPush();
listenForBackgroundWork();
