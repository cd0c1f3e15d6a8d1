/**
 * Shows push messages, opens the linked path on a click and stores the clicked notification for the pages.
 * Rule: a message shows its content only to the account that it is for.
 * Rule: a click never makes a page leave a lesson or a quiz, and never opens another origin.
 *
 *   push ─► visible page: banner at once, system notification after 1 s │ no visible page: system notification
 *   click ─► stored as read ─► a page opens the path with its own router │ all pages busy: banner in each, new window │ no page: new window
 */

import { accountMark } from '../src/shared/account-mark';
import { readDurable } from '../src/shared/durable-store';
import { localDate } from '../src/shared/local-date';
import { IDENTITY_KEY, OPEN_PATH, PAGE_ANSWERS, PUSH_KEYS, SESSION_KEY, WORKER_MESSAGES } from '../src/shared/names';
import { pressedHref } from '../src/shared/paths';
import { keepPress, wasActiveOn } from '../src/shared/push-store';
import { isDoNotDisturb } from '../src/shared/route-guards';
import { safePath } from '../src/shared/safe-path';
import { parseMembers } from './members';
import { type PushMessage, readPushMessage } from './push-message';
import { workerText } from './worker-text';

declare const self: ServiceWorkerGlobalScope;

/** Delay of the system notification while a page shows the banner (specification 2 §9). */
const NOTICE_DELAY_MS = 1_000;
/** Time (ms) for a page to reply; a silent page is frozen or runs an earlier version. A longer wait would lose the permission to open a window. */
const ANSWER_MS = 700;

/** Mark (account-mark.ts) of the account that is signed in on this device; null if nobody is signed in. */
async function signedIn(): Promise<string | null> {
  const { uid } = parseMembers(await readDurable(IDENTITY_KEY));
  return typeof uid === 'string' ? accountMark(uid) : null;
}

const isReminder = (message: PushMessage) => message.type === 'reminder';

/** The message as this device may show it: another account's content is hidden, and the reminder has another text if the learner was active today. */
async function visiblePart(message: PushMessage): Promise<PushMessage> {
  const account = await signedIn();
  if (account === null || message.account !== account)
    return {
      ...message,
      ...workerText.foreign,
      type: 'info',
      link: null,
      notification_id: null,
      account: null,
      unread: null,
    };
  if (isReminder(message) && (await wasActiveOn(account, localDate(Date.now()))))
    return { ...message, ...workerText.done };
  return message;
}

async function setBadge(unread: number): Promise<void> {
  await (unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.())?.catch(() => undefined);
}

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

async function showPush(raw: string): Promise<void> {
  const message = await visiblePart(readPushMessage(raw));
  // `account` is null if the message is not for the account that is signed in. No page shows such a message.
  const visible = (await windows()).filter(
    ({ visibilityState }) => visibilityState === 'visible' && message.account !== null,
  );
  for (const page of visible) page.postMessage({ type: WORKER_MESSAGES.push, message });
  if (message.unread !== null) await setBadge(message.unread);
  if (visible.length > 0) await new Promise((shown) => setTimeout(shown, NOTICE_DELAY_MS));
  await self.registration.showNotification(message.title, {
    body: message.body,
    lang: 'bg',
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    tag: message.notification_id ?? (isReminder(message) ? 'reminder' : 'message'),
    data: message,
  });
}

/** Asks a page to open the path with its own router. @returns true if the page opened it */
function openIn(page: Client, path: string, message: PushMessage): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    setTimeout(resolve, ANSWER_MS, false);
    port1.onmessage = ({ data }) => resolve(data === PAGE_ANSWERS.opened);
    page.postMessage({ type: OPEN_PATH, path, message }, [port2]);
  });
}

/** True for a window that shows a lesson or a quiz. `follow` asks these windows last; otherwise it keeps the browser's order. */
const isBusy = ({ url }: Client) => isDoNotDisturb(new URL(url).pathname);

async function follow(message: PushMessage): Promise<void> {
  const path = safePath(message.link) ?? '/';
  if (message.notification_id && message.account)
    await keepPress({ account: message.account, id: message.notification_id });
  const pages = [...(await windows())].sort((a, b) => Number(isBusy(a)) - Number(isBusy(b)));
  for (const page of pages) {
    if (!(await openIn(page, path, message))) continue;
    await page.focus().catch(() => undefined);
    return;
  }
  await self.clients.openWindow(pressedHref(path));
}

/** Renews an expired subscription. Registers it if the stored access token is still valid; otherwise the next start of the app registers it. */
async function resubscribe(event: Event): Promise<void> {
  const { oldSubscription, newSubscription } = event as PushSubscriptionChangeEvent;
  const options = (oldSubscription ?? newSubscription)?.options;
  const subscription = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  const [{ access_token, expires_at }, { name, url, key }] = await Promise.all([
    readDurable(SESSION_KEY).then(parseMembers),
    readDurable(PUSH_KEYS.pushDevice).then(parseMembers),
  ]);
  if (!subscription || typeof name !== 'string' || typeof key !== 'string' || typeof access_token !== 'string') return;
  if (typeof expires_at !== 'number' || expires_at * 1000 < Date.now()) return;
  await fetch(`${url}/rest/v1/rpc/register_push_device`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      p_platform: 'web',
      p_token: JSON.stringify(subscription),
      p_device: name,
      p_time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
  });
}

/** TypeScript's library lacks this event. */
interface PushSubscriptionChangeEvent extends ExtendableEvent {
  readonly oldSubscription: PushSubscription | null;
  readonly newSubscription: PushSubscription | null;
}

export function listenForPush(): void {
  self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text() ?? '')));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    // Parse the data like a message, because notifications of declarative messages and of earlier versions have data of other shapes.
    event.waitUntil(follow(readPushMessage(JSON.stringify(event.notification.data ?? {}))));
  });
  self.addEventListener('pushsubscriptionchange', (event) =>
    (event as ExtendableEvent).waitUntil(resubscribe(event).catch(() => undefined)),
  );
}
