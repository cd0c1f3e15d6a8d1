/** A start shows the last rendered screen of its URL, while the lease lasts. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LAST_SCREEN_CACHE, SCREEN_UNTIL } from '../../src/shared/names';
import { withLastScreen } from '../../sw/last-screen';

const ORIGIN = 'https://sloy.test';
const SHELL = '<body><div id="splash"></div><div id="root"></div></body>';
const screen = { path: '/dashboard?section=events', html: '<div id="last-screen">10 $& места</div>', until: 2_000 };

beforeEach(() => {
  const store = new Map<string, Response>();
  const at = (path: string) => new URL(path, ORIGIN).href;
  vi.stubGlobal('caches', {
    open: async () => ({ put: async (path: string, answer: Response) => void store.set(at(path), answer) }),
    match: async (path: string) => store.get(at(path))?.clone(),
  });
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Stores a screen as the hidden page does. */
const keepScreen = async ({ path, html, until }: typeof screen) => {
  const cache = await caches.open(LAST_SCREEN_CACHE);
  await cache.put(path, new Response(html, { headers: { [SCREEN_UNTIL]: String(until) } }));
};

const open = async (path: string) => {
  const headers = {
    'content-type': 'text/html',
    'content-length': '10',
    'content-security-policy': "default-src 'self'",
  };
  const answer = await withLastScreen(new URL(path, ORIGIN), new Response(SHELL, { headers }));
  return { html: await answer.text(), headers: answer.headers };
};

test('the shell of the same URL has the screen before #root, and keeps its policy', async () => {
  await keepScreen(screen);
  const { html, headers } = await open(screen.path);
  expect(html).toBe(`<body><div id="splash"></div>${screen.html}<div id="root"></div></body>`);
  expect(headers.get('content-security-policy')).toBe("default-src 'self'");
  expect(headers.get('content-length')).toBeNull();
});

test('another URL, another section and a lease that has ended get the plain shell', async () => {
  await keepScreen(screen);
  for (const path of ['/dashboard', '/dashboard?section=courses', '/settings'])
    expect((await open(path)).html, path).toBe(SHELL);
  vi.setSystemTime(2_001);
  expect((await open(screen.path)).html).toBe(SHELL);
});

test('a later screen of a URL replaces the earlier one', async () => {
  await keepScreen(screen);
  await keepScreen({ ...screen, html: '<div id="last-screen">9</div>' });
  expect((await open(screen.path)).html).toContain('>9<');
});
