// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signOut } from '@/device/session/requests';

// A sign-out ends the push messages of this device while the session can still tell the server, in browsers and in the native app.

const calls: string[] = [];
vi.mock('@sync', () => ({
  stopSync: async () => undefined,
  supabase: () => ({
    auth: {
      signOut: async () => {
        calls.push('session');
        return { error: null };
      },
    },
  }),
}));
vi.mock('@/device/push/device', () => ({ leave: async () => void calls.push('leave') }));

beforeEach(() => {
  calls.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a browser with the permission', { permission: 'granted' }, ['leave', 'session']],
  ['a browser without the permission', { permission: 'default' }, ['session']],
  ['the native app, whose web view has no Notification', undefined, ['leave', 'session']],
])('in %s', async (_, notification, expected) => {
  vi.stubGlobal('Notification', notification);
  await signOut();
  expect(calls).toEqual(expected);
});
