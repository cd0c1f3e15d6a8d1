// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type NativeMessage, startNative } from '@/app/start/native-bridge';
import type { AppPart, LocalNotificationsPart, NativeBridge, PushNotificationsPart } from '@/app/start/native-plugins';
import { pushState, storeDevice, switchOn } from '@/device/push/device';
import { useSession } from '@/device/session/session-store';
import { markRead } from '@/features/notifications/mutations';
import { accountMark } from '@/shared/account-mark';
import { PUSH_BANNER_EVENT } from '@/shared/names';
import { toast } from '@/ui/toast';

// The native features work on a mock bridge with the shape of Capacitor's plugins. native/ compares this shape with the plugins' types.

vi.mock('@/features/notifications/mutations', () => ({ markRead: vi.fn(async () => undefined) }));
vi.mock('@/ui/toast', () => ({ toast: vi.fn() }));
vi.mock('@/device/push/device', async (original) => ({
  ...(await original<typeof import('@/device/push/device')>()),
  storeDevice: vi.fn(async () => undefined),
}));

type Listener = (value: unknown) => unknown;
type Scheduled = Parameters<LocalNotificationsPart['schedule']>[0]['notifications'][number];

let permission: 'prompt' | 'granted' | 'denied';
let listeners: Map<string, Listener>;
let scheduled: Scheduled[];
let opened: [string, NativeMessage | undefined][];
let banners: unknown[];

const addListener = (async (name: string, listener: Listener) => {
  listeners.set(name, listener);
  return { remove: async () => undefined };
}) as PushNotificationsPart['addListener'] & LocalNotificationsPart['addListener'] & AppPart['addListener'];

function bridge(launchUrl?: string): NativeBridge {
  return {
    getPlatform: () => 'android',
    Plugins: {
      PushNotifications: {
        checkPermissions: async () => ({ receive: permission }),
        requestPermissions: async () => {
          if (permission === 'prompt') permission = 'granted';
          return { receive: permission };
        },
        register: async () => void listeners.get('registration')?.({ value: 'token-of-this-phone-0001' }),
        unregister: async () => undefined,
        addListener,
      },
      LocalNotifications: {
        schedule: async ({ notifications }) => void scheduled.push(...notifications),
        addListener,
      },
      App: { getLaunchUrl: async () => (launchUrl ? { url: launchUrl } : undefined), addListener },
    },
  };
}

const start = (launchUrl?: string) =>
  startNative(bridge(launchUrl), {
    publicOrigin: 'https://sloy.example',
    open: (path, message) => opened.push([path, message]),
  });
const fire = async (name: string, value: unknown) => await listeners.get(name)?.(value);
const collect = (event: Event) => banners.push((event as CustomEvent<unknown>).detail);

const dataFor = async (account: string) => ({
  ...{ type: 'success', link: '/course/1', notification_id: 'notice-7', unread: '3' },
  account: await accountMark(account),
});

beforeEach(() => {
  vi.clearAllMocks();
  [permission, listeners, scheduled, opened, banners] = ['prompt', new Map(), [], [], []];
  useSession.setState({ identity: { uid: 'account-a', email: 'a@sloy.test' } as never });
  window.addEventListener(PUSH_BANNER_EVENT, collect);
});
afterEach(() => window.removeEventListener(PUSH_BANNER_EVENT, collect));

test('only the switch asks for the permission; then the token is registered for the platform', async () => {
  await start();
  expect([pushState(), vi.mocked(storeDevice).mock.calls.length]).toEqual(['off', 0]);
  expect(await switchOn()).toBe('on');
  const [platform, address] = vi.mocked(storeDevice).mock.calls[0] ?? [];
  expect([platform, await address?.()]).toEqual(['android', 'token-of-this-phone-0001']);
});

test('a denied permission registers nothing', async () => {
  permission = 'denied';
  await start();
  expect(await switchOn()).toBe('denied');
  expect(storeDevice).not.toHaveBeenCalled();
});

test('a message in the open app shows the banner at once and a notification within a second', async () => {
  await start();
  const data = await dataFor('account-a');
  const before = Date.now();
  await fire('pushNotificationReceived', { title: 'Нов урок', body: 'Опори', data });
  const message = { title: 'Нов урок', body: 'Опори', type: 'success', link: '/course/1', notification_id: 'notice-7' };
  expect(banners).toEqual([message]);
  expect(scheduled).toMatchObject([
    { title: 'Нов урок', body: 'Опори', sound: 'default', smallIcon: 'ic_stat_sloy', extra: data },
  ]);
  expect(scheduled[0]?.schedule?.at.getTime()).toBeLessThanOrEqual(Math.max(Date.now(), before) + 1_000);
  expect(Number.isInteger(scheduled[0]?.id)).toBe(true);
});

test('a message for another account shows none of its content', async () => {
  await start();
  await fire('pushNotificationReceived', { title: 'Тайна', body: 'Чужда', data: await dataFor('account-b') });
  expect(JSON.stringify([banners, scheduled])).not.toMatch(/Тайна|Чужда|notice-7|course/);
  expect(banners).toMatchObject([{ title: 'Ново съобщение', body: '' }]);
});

test('a tap opens the path and marks the notification read, on the push and on the local notification', async () => {
  await start();
  const data = await dataFor('account-a');
  await fire('pushNotificationActionPerformed', { notification: { title: 'Нов урок', data } });
  await fire('localNotificationActionPerformed', { notification: { extra: { ...data, link: 'https://evil.test/x' } } });
  await vi.waitFor(() => expect(opened.map(([path]) => path)).toEqual(['/course/1', '/notifications']));
  expect(vi.mocked(markRead).mock.calls).toEqual([['notice-7'], ['notice-7']]);
});

test.each([
  ['https://sloy.example/course/1?x=1#y', '/course/1?x=1#y', 0],
  ['https://evil.test/course/1', undefined, 1],
  ['https://sloy.example.evil.test/', undefined, 1],
  ['javascript:alert(1)', undefined, 0],
  ['not an address', undefined, 0],
])('the address %s opens %s in the app', async (url, path, outside) => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  await start(url);
  await fire('appUrlOpen', { url });
  expect(opened.map(([each]) => each)).toEqual(path ? [path, path] : []);
  expect(open).toHaveBeenCalledTimes(outside * 2);
  open.mockRestore();
});

test('the Back button goes back, and at the root says how to leave', async () => {
  const back = vi.spyOn(history, 'back').mockReturnValue(undefined);
  await start();
  await fire('backButton', { canGoBack: true });
  expect([back.mock.calls.length, vi.mocked(toast).mock.calls.length]).toEqual([1, 0]);
  await fire('backButton', { canGoBack: false });
  expect(vi.mocked(toast).mock.calls[0]?.slice(0, 2)).toEqual(['info', 'Press home button to exit the app']);
  back.mockRestore();
});
