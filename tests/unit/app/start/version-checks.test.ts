// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkForVersion, register } from '@/app/start/worker-registration';

// An open page looks for a new version by itself, at most once an hour, and hears of every version that waits.

const HOUR_MS = 3_600_000;
let checks = 0;
let visible: 'visible' | 'hidden' = 'visible';
const update = async () => {
  checks += 1;
};
const registration = vi.hoisted(() =>
  Object.assign(new EventTarget(), { active: null as unknown, installing: null as unknown }),
);
vi.mock('workbox-window', () => ({
  Workbox: class {
    register = async () => Object.assign(registration, { update });
  },
}));
const announced = vi.fn();

beforeEach(async () => {
  vi.useFakeTimers();
  [checks, visible] = [0, 'visible'];
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible);
  announced.mockClear();
  await register(announced);
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

test('each version that waits is announced, but not the first one, which takes over at once', () => {
  const install = (active: boolean) => {
    const worker = Object.assign(new EventTarget(), { state: 'installing' });
    Object.assign(registration, { active: active ? { postMessage: () => undefined } : null, installing: worker });
    registration.dispatchEvent(new Event('updatefound'));
    worker.state = 'installed';
    worker.dispatchEvent(new Event('statechange'));
    return announced.mock.calls.length;
  };
  expect(install(false)).toBe(0);
  const first = install(true);
  expect(first).toBeGreaterThan(0);
  expect(install(true)).toBe(2 * first);
  expect(install(true)).toBe(3 * first);
});
