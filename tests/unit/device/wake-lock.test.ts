// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepAwake } from '@/device/wake-lock';

// The screen stays on while a download makes progress in a visible page, and not longer.

let requests = 0;
let released = 0;
let visible: 'visible' | 'hidden' = 'visible';
const tick = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  [requests, released, visible] = [0, 0, 'visible'];
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible);
  const request = async () => {
    requests += 1;
    const sentinel = new EventTarget();
    const release = async () => {
      released += 1;
      sentinel.dispatchEvent(new Event('release'));
    };
    return Object.assign(sentinel, { release });
  };
  vi.stubGlobal('navigator', { wakeLock: { request } });
});
afterEach(async () => {
  await tick(60_000);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('one lock lasts as long as the progress', async () => {
  for (let second = 0; second < 60; second += 5) {
    keepAwake();
    await tick(5_000);
  }
  expect([requests, released]).toEqual([1, 0]);
  await tick(10_000);
  expect([requests, released]).toEqual([1, 1]);
  keepAwake();
  await tick(0);
  expect(requests).toBe(2);
});

test('a hidden page asks for no lock', async () => {
  visible = 'hidden';
  keepAwake();
  await tick(0);
  expect(requests).toBe(0);
  visible = 'visible';
  keepAwake();
  await tick(0);
  expect(requests).toBe(1);
});
