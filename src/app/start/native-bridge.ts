/**
 * The native app's side of push messages, links and the Back button. Loaded only in the native app.
 * Rule: a message shows its content only to its recipient's account. A link from outside opens inside the app only
 * if it points to this product; other https links open in the system's browser.
 */

import { overlays } from '@/app/text/overlays';
import { replacePush, storeDevice } from '@/device/push/device';
import { currentIdentity } from '@/device/session/session-store';
import { markRead } from '@/features/notifications/mutations';
import { accountMark } from '@/shared/account-mark';
import { BACK_TOAST_MS } from '@/shared/app-limits';
import { PUSH_BANNER_EVENT } from '@/shared/names';
import { safePath } from '@/shared/safe-path';
import { toast } from '@/ui/toast';
import type { NativeBridge, PushNotificationsPart } from './native-plugins';

/** Delay of the system notification while the app shows the banner (ms; specification 2 §9). */
const NOTICE_DELAY_MS = 1_000;
/** Name of the notification icon in the resources of the Android app (native/). */
const SMALL_ICON = 'ic_stat_sloy';

export interface NativeMessage {
  title: string;
  body: string;
  type: string;
  link: string;
  notification_id: string;
}

/** The page's functions and settings that the bridge uses. */
export interface NativePage {
  /** Opens a path with the page's router, or offers it in a banner during a lesson or a quiz. */
  open(path: string, message: NativeMessage | undefined): void;
  /** The product's public origin, whose links open in the app. */
  publicOrigin: string;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The part of a message that the signed-in account may see. */
async function visiblePart(title: unknown, body: unknown, data: unknown): Promise<NativeMessage> {
  const fields: Record<string, unknown> = { ...Object(data) };
  const uid = currentIdentity()?.uid;
  const isOwn = uid !== undefined && fields.account === (await accountMark(uid));
  if (!isOwn) return { title: overlays.foreignMessage, body: '', type: 'info', link: '', notification_id: '' };
  return {
    title: textOf(title),
    body: textOf(body),
    type: textOf(fields.type) || 'info',
    link: textOf(fields.link),
    notification_id: textOf(fields.notification_id),
  };
}

/** The numeric id that Android requires for a notification; the same text always has the same id. */
const numberOf = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);

/** Reads the push permission, stores the device's token on the server, and makes the page's push functions use the native plugin. */
async function startPush(push: PushNotificationsPart, platform: 'android' | 'ios'): Promise<void> {
  let permission: 'granted' | 'denied' | 'prompt' = 'prompt';
  const note = ({ receive }: { receive: string }) => {
    permission = receive === 'granted' || receive === 'denied' ? receive : 'prompt';
  };
  note(await push.checkPermissions());
  await push.addListener('registration', ({ value }) => {
    storeDevice(platform, async () => value).catch((error: unknown) =>
      console.warn('The push registration was not stored:', error),
    );
  });
  await push.addListener('registrationError', ({ error }) => console.warn('No push token:', error));
  replacePush({
    permission: () => permission,
    async request() {
      if (permission !== 'granted') note(await push.requestPermissions());
      if (permission === 'granted') await push.register();
    },
    unregister: () => push.unregister(),
  });
}

async function startMessages({ Plugins }: NativeBridge, page: NativePage): Promise<void> {
  const { PushNotifications, LocalNotifications } = Plugins;
  const follow = async (data: unknown, title?: unknown, body?: unknown) => {
    const message = await visiblePart(title, body, data);
    if (message.notification_id) await markRead(message.notification_id).catch(() => undefined);
    page.open(safePath(message.link) ?? '/notifications', message);
  };
  await PushNotifications.addListener('pushNotificationReceived', async ({ title, body, data }) => {
    const message = await visiblePart(title, body, data);
    window.dispatchEvent(new CustomEvent(PUSH_BANNER_EVENT, { detail: message }));
    await LocalNotifications.schedule({
      notifications: [
        {
          id: numberOf(message.notification_id || message.title),
          title: message.title,
          body: message.body,
          sound: 'default',
          smallIcon: SMALL_ICON,
          extra: message.notification_id || message.link ? data : {},
          schedule: { at: new Date(Date.now() + NOTICE_DELAY_MS) },
        },
      ],
    }).catch((error: unknown) => console.warn('The system shows no notification:', error));
  });
  await PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) => {
    void follow(notification.data, notification.title, notification.body);
  });
  await LocalNotifications.addListener('localNotificationActionPerformed', ({ notification }) => {
    void follow(notification.extra);
  });
}

/** Handles a link that another app or the system opened with the native app. */
function openLink(url: string, page: NativePage): void {
  if (!URL.canParse(url)) return;
  const { origin, protocol, pathname, search, hash } = new URL(url);
  const path = origin === page.publicOrigin || origin === location.origin ? safePath(pathname + search + hash) : null;
  if (path !== null) page.open(path, undefined);
  else if (protocol === 'https:') window.open(url, '_system');
}

/**
 * Starts the native side. Call it once per page.
 * @returns a promise that resolves when the listeners are registered and the URL with which the app was started is open
 */
export async function startNative(bridge: NativeBridge, page: NativePage): Promise<void> {
  const { App, PushNotifications } = bridge.Plugins;
  await App.addListener('backButton', ({ canGoBack }) => {
    if (canGoBack) history.back();
    else toast('info', overlays.backToast, { duration: BACK_TOAST_MS });
  });
  await App.addListener('appUrlOpen', ({ url }) => openLink(url, page));
  await startMessages(bridge, page);
  await startPush(PushNotifications, bridge.getPlatform() === 'ios' ? 'ios' : 'android');
  const launched = await App.getLaunchUrl();
  if (launched) openLink(launched.url, page);
}
