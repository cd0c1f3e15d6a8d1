// @vitest-environment happy-dom
import { statusStore } from '@sync/engine/status';
import type { SyncStatus } from '@sync/protocol/types';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerBackgroundSync, registerDailyCheck } from '@/app/start/background-sync';

let registered: string[] = [];
let daily: [string, { minInterval: number }][] = [];
let permission = 'granted';

const status = (phase: SyncStatus['phase'], pending: number): SyncStatus => ({
  ...{ phase, pending, rejected: 0, synced_at: 1, restored: true },
});
const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  [registered, daily, permission] = [[], [], 'granted'];
  vi.stubGlobal('navigator', {
    serviceWorker: {
      ready: Promise.resolve({
        sync: { register: async (tag: string) => void registered.push(tag) },
        periodicSync: {
          register: async (tag: string, options: { minInterval: number }) => void daily.push([tag, options]),
        },
      }),
    },
    permissions: { query: async () => ({ state: permission }) },
  });
});
afterEach(() => {
  statusStore.reset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a background sync is registered once each time the number of unsent documents rises from 0', async () => {
  const end = registerBackgroundSync();
  for (const next of [status('syncing', 3), status('offline', 3), status('offline', 4), status('waiting', 4)])
    statusStore.set(next);
  await settled();
  expect(registered).toEqual(['sloy-sync']);
  statusStore.set(status('idle', 0));
  statusStore.set(status('waiting', 1));
  await settled();
  expect(registered).toEqual(['sloy-sync', 'sloy-sync']);
  end();
  statusStore.set(status('idle', 0));
  statusStore.set(status('offline', 1));
  await settled();
  expect(registered).toHaveLength(2);
});

test('a page that is left while its first request is unanswered registers a background sync', async () => {
  const end = registerBackgroundSync();
  const leave = (visibilityState: 'visible' | 'hidden') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  statusStore.set(status('idle', 0));
  leave('hidden');
  statusStore.set(status('syncing', 1));
  leave('visible');
  await settled();
  expect(registered).toEqual([]);
  leave('hidden');
  await settled();
  expect(registered).toEqual(['sloy-sync']);
  end();
  leave('hidden');
  await settled();
  expect(registered).toHaveLength(1);
});

test('the daily check is registered only if the browser grants it', async () => {
  await registerDailyCheck();
  permission = 'prompt';
  await registerDailyCheck();
  expect(daily).toEqual([['sloy-daily', { minInterval: 86_400_000 }]]);
});
