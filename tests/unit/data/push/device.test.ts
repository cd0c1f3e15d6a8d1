// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pushState, switchOff, switchOn } from '@/data/push/device';

// Push messages count as on only while the server has this browser registered. The test replaces the browser's push service and the server.

const calls: string[] = [];
let serverError: { message: string } | null = null;
vi.mock('@/data/service/requests', () => ({
  serverConfig: async () => ({ payments: 'http://localhost', pushKey: 'B'.repeat(87) }),
  backendClient: async () => ({
    auth: { getUser: async () => ({ error: null }) },
    rpc: async (name: string) => {
      calls.push(name);
      return { error: name === 'register_push_device' ? serverError : null };
    },
  }),
}));

const subscription = {
  options: { applicationServerKey: null },
  unsubscribe: async () => true,
  toJSON: () => ({ endpoint: 'https://push.test/1' }),
};

beforeEach(() => {
  calls.length = 0;
  localStorage.clear();
  const permission = {
    permission: 'default',
    requestPermission: async () => {
      permission.permission = 'granted';
      return 'granted';
    },
  };
  vi.stubGlobal('Notification', permission);
  vi.stubGlobal('PushManager', class {});
  let present: typeof subscription | null = null;
  const registration = {
    pushManager: {
      getSubscription: async () => present,
      subscribe: async () => {
        present = subscription;
        return subscription;
      },
    },
  };
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  vi.stubGlobal('navigator', { serviceWorker, userAgent: 'Android', maxTouchPoints: 1 });
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
