// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkForVersion, register } from '@/app/start/worker-registration';

// An open page looks for a new version by itself, at most once an hour.

const HOUR_MS = 3_600_000;
let checks = 0;
let visible: 'visible' | 'hidden' = 'visible';
const update = async () => {
  checks += 1;
};
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener = () => undefined;
    register = async () => ({ active: null, update });
  },
}));

beforeEach(async () => {
  vi.useFakeTimers();
  [checks, visible] = [0, 'visible'];
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible);
  await register(() => undefined);
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the return of the network, of the page and of the realtime connection are occasions, at most once an hour', () => {
  const occasions = [
    () => window.dispatchEvent(new Event('online')),
    () => document.dispatchEvent(new Event('visibilitychange')),
    () => checkForVersion(),
  ];
  for (const occasion of occasions) {
    const before = checks;
    occasion();
    expect(checks).toBe(before);
    vi.setSystemTime(Date.now() + HOUR_MS);
    occasion();
    occasion();
    expect(checks).toBe(before + 1);
  }
});

test('a page that stays visible checks every three hours, a hidden one not at all', () => {
  vi.advanceTimersByTime(6 * HOUR_MS);
  expect(checks).toBe(2);
  visible = 'hidden';
  vi.advanceTimersByTime(6 * HOUR_MS);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(checks).toBe(2);
});
