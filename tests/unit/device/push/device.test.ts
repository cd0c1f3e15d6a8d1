// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leave, pushState, renew, switchOff, switchOn } from '@/device/push/device';

// Push messages count as on only while the server has this browser registered; the registration is renewed at each start and ends at the sign-out.
// The tests replace the browser's push service and the server.

const calls: string[] = [];
/** Endpoints that the server has received, in order. */
const endpoints: string[] = [];
let serverError: { message: string } | null = null;
let serverKey: string;
let online: boolean;
vi.mock('@/device/service/requests', () => ({
  fetchPushKey: async () => serverKey,
  backendClient: async () => ({
    auth: { getUser: async () => ({ error: null }) },
    rpc: async (name: string, { p_token }: { p_token?: string }) => {
      calls.push(name);
      if (!online) throw new Error('offline');
      if (p_token) endpoints.push(JSON.parse(p_token).endpoint);
      return { error: name === 'register_push_device' ? serverError : null };
    },
  }),
}));

interface Subscription {
  options: { applicationServerKey: ArrayBuffer };
  unsubscribe: () => Promise<boolean>;
  toJSON: () => { endpoint: string };
}
let present: Subscription | null;
let requests: number;
let badges: string[];

beforeEach(() => {
  calls.length = 0;
  endpoints.length = 0;
  [serverError, serverKey, online, present, requests, badges] = [null, 'B'.repeat(87), true, null, 0, []];
  localStorage.clear();
  const permission = {
    permission: 'default',
    requestPermission: async () => {
      requests += 1;
      permission.permission = 'granted';
      return 'granted';
    },
  };
  vi.stubGlobal('Notification', permission);
  vi.stubGlobal('PushManager', class {});
  let made = 0;
  const subscribe = async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
    made += 1;
    const endpoint = `https://push.test/${made}`;
    present = {
      options: { applicationServerKey: applicationServerKey.buffer },
      async unsubscribe() {
        if (!online) return false;
        present = null;
        return true;
      },
      toJSON: () => ({ endpoint }),
    };
    return present;
  };
  const registration = { pushManager: { getSubscription: async () => present, subscribe } };
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  const clearAppBadge = async () => void badges.push('cleared');
  vi.stubGlobal('navigator', { serviceWorker, userAgent: 'Android', maxTouchPoints: 1, clearAppBadge });
});
afterEach(() => vi.unstubAllGlobals());

test('messages are on only after the server has registered the device, and off after it has left', async () => {
  serverError = { message: 'unavailable' };
  await expect(switchOn()).rejects.toThrow('unavailable');
  // The browser has granted the permission, but no message would arrive, because the server has not registered the device.
  expect(pushState()).toBe('off');
  serverError = null;
  expect(await switchOn()).toBe('on');
  await switchOff();
  expect(pushState()).toBe('off');
  expect(calls).toEqual(['register_push_device', 'register_push_device', 'unregister_push_device']);
});

test('a start renews the registration with the same subscription, and with a new one after the server’s key has changed', async () => {
  await switchOn();
  await renew();
  serverKey = 'C'.repeat(87);
  await renew();
  expect(endpoints).toEqual(['https://push.test/1', 'https://push.test/1', 'https://push.test/2']);
  expect(requests).toBe(1);
});

test('a start without the permission neither requests it nor registers', async () => {
  await renew();
  expect(requests).toBe(0);
  expect(calls).toEqual([]);
});

test.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)', 5],
  ['an iPad, which reports a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5],
])('%s offers messages only in the installed app', (_, userAgent, maxTouchPoints) => {
  Object.assign(navigator, { userAgent, maxTouchPoints });
  expect(pushState()).toBe('install');
  Object.assign(navigator, { standalone: true });
  expect(pushState()).toBe('off');
});

test('a denied permission is reported as denied, and a browser without push as unsupported', () => {
  Object.assign(Notification, { permission: 'denied' });
  expect(pushState()).toBe('denied');
  Reflect.deleteProperty(window, 'PushManager');
  expect(pushState()).toBe('unsupported');
});

test('a sign-out clears the badge, also without a network', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  online = false;
  await leave();
  expect(badges).toEqual(['cleared']);
});

test('a sign-out without a network ends the subscription later, before the next registration', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await switchOn();
  online = false;
  await leave();
  expect(present).not.toBeNull();
  online = true;
  await renew();
  expect(endpoints).toEqual(['https://push.test/1', 'https://push.test/2']);
});
