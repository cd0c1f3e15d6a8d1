/**
 * Shows push messages, forwards them to open pages, and opens the linked page on a click. Never opens another origin.
 */
import { WORKER_MESSAGES } from '../src/config/persisted-names';
import { pathOfLink, readPushMessage } from './push-message';

declare const self: ServiceWorkerGlobalScope;

async function showPush(raw: string): Promise<void> {
  const message = readPushMessage(raw);
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type: WORKER_MESSAGES.push, message });
  await self.registration.showNotification(message.title, {
    body: message.body,
    lang: 'bg',
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    ...(message.notification_id ? { tag: message.notification_id } : {}),
    data: { link: message.link },
  });
}

async function openLink(link: unknown): Promise<void> {
  const path = pathOfLink(link, self.location.origin);
  const [page] = await self.clients.matchAll({ type: 'window' });
  const moved = await page?.navigate(path).catch(() => null);
  if (moved) await moved.focus();
  else await self.clients.openWindow(path);
}

export function listenForPush(): void {
  self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text() ?? '')));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openLink(event.notification.data?.link));
  });
}
