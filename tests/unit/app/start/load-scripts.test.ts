// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadScripts } from '@/app/start/load-scripts';

const paint: FrameRequestCallback[] = [];
let loaded: (string | null)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  paint.length = 0;
  loaded = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => paint.push(callback));
  vi.spyOn(document.head, 'append').mockImplementation((...added) => {
    for (const each of added)
      if (each instanceof Element) loaded.push(each.getAttribute('href') ?? each.getAttribute('src'));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const parsed = () => dispatchEvent(new Event('DOMContentLoaded'));

it('loads the modules and the entry after the first paint', () => {
  loadScripts('/entry.js', ['/core.js', '/screen.js']);
  parsed();
  expect(loaded).toEqual([]);
  for (const callback of paint) callback(0);
  vi.runAllTimers();
  expect(loaded).toEqual(['/core.js', '/screen.js', '/entry.js']);
});

it('does not wait for a paint on a page in the background', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  loadScripts('/entry.js', ['/core.js']);
  parsed();
  expect(loaded).toEqual(['/core.js', '/entry.js']);
});
