/** The worker accepts the build's list of shell files; those with a hash in their name have no revision. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

interface Manifest {
  precacheShell: (manifest: { url: string; revision: string | null }[]) => void;
  mendShell: (checked?: Promise<unknown>) => Promise<number>;
}

const ORIGIN = 'https://sloy.test';
const SHELL = [`${ORIGIN}/index.html?__WB_REVISION__=1`, `${ORIGIN}/assets/start-a1.js`];
let cached: string[];
let fetched: string[];

beforeEach(() => {
  [cached, fetched] = [[...SHELL], []];
  const location = new URL(`${ORIGIN}/sw.js`);
  vi.stubGlobal('location', location);
  vi.stubGlobal('registration', { scope: `${ORIGIN}/` });
  vi.stubGlobal('self', {
    location,
    registration: { scope: `${ORIGIN}/`, update: async () => undefined },
    addEventListener: () => undefined,
  });
  vi.stubGlobal('caches', {
    open: async () => ({
      keys: async () => cached.map((url) => ({ url })),
      put: async (url: string) => void cached.push(url),
    }),
  });
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url);
    return new Response('code', { headers: { 'Content-Type': 'text/javascript' } });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the daily check for a new version also serves the repair, because Chromium delays a second one', async () => {
  const { precacheShell, mendShell } = await vi.importActual<Manifest>('../../sw/precache');
  precacheShell([
    { url: 'assets/start-a1.js', revision: null },
    { url: 'index.html', revision: '1' },
  ]);
  cached = cached.filter((url) => !url.includes('start-a1'));
  vi.stubGlobal('self', { ...self, registration: { update: () => Promise.reject(new Error('A second check')) } });
  expect(await mendShell(Promise.resolve())).toBe(1);
  await expect(mendShell()).resolves.toBe(0);
});

test('a start prints no list of files, and a missing file of the shell is fetched again', async () => {
  const warn = vi.spyOn(console, 'warn');
  const { precacheShell, mendShell } = await vi.importActual<Manifest>('../../sw/precache');
  precacheShell([
    { url: 'assets/start-a1.js', revision: null },
    { url: 'index.html', revision: '1' },
  ]);
  expect(warn).not.toHaveBeenCalled();

  expect(await mendShell()).toBe(0);
  cached = cached.filter((url) => !url.includes('start-a1'));
  expect(await mendShell()).toBe(1);
  expect(fetched).toEqual([`${ORIGIN}/assets/start-a1.js`]);
  expect(cached.sort()).toEqual([...SHELL].sort());
});
