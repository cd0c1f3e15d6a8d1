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
/** A service worker registration; the tests set `active` and `installing`. */
const newRegistration = () =>
  Object.assign(new EventTarget(), { update, active: null as unknown, installing: null as unknown });
let registration = newRegistration();
vi.mock('workbox-window', () => ({
  Workbox: class {
    register = async () => registration;
  },
}));
const announced = vi.fn();

beforeEach(async () => {
  vi.useFakeTimers();
  [checks, visible] = [0, 'visible'];
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible);
  announced.mockClear();
  registration = newRegistration();
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

/** Starts the installation of a new version. Call the returned `end` to complete it. */
function install(active: boolean) {
  const worker = Object.assign(new EventTarget(), { state: 'installing' });
  Object.assign(registration, { active: active ? { postMessage: () => undefined } : null, installing: worker });
  registration.dispatchEvent(new Event('updatefound'));
  return {
    end() {
      worker.state = 'installed';
      worker.dispatchEvent(new Event('statechange'));
    },
  };
}

test('each version that waits is announced, but not the first one, which takes over at once', () => {
  install(false).end();
  expect(announced).not.toHaveBeenCalled();
  for (const count of [1, 2, 3]) {
    install(true).end();
    expect(announced).toHaveBeenCalledTimes(count);
  }
});

test('a version that another tab began to install before this page registered is announced', async () => {
  registration = newRegistration();
  const version = install(true);
  await register(announced);
  version.end();
  expect(announced).toHaveBeenCalledOnce();
});
