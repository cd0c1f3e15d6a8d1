/** The code of earlier versions is kept over several updates while a page may run it, and deleted when no page runs it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CACHES } from '@/shared/names';

const { keepEarlier, dropEarlier, earlierCode } = await vi.importActual<{
  keepEarlier: (precache: string, own: readonly string[]) => Promise<void>;
  dropEarlier: (starting: 0 | 1) => Promise<void>;
  earlierCode: (request: Request) => Promise<Response>;
}>('../../sw/earlier-code');

const ORIGIN = 'https://sloy.test';
let stores: Map<string, Map<string, string>>;
let pages: number;
let registration: { installing: object | null; waiting: object | null };

beforeEach(() => {
  [stores, pages, registration] = [new Map(), 0, { installing: null, waiting: null }];
  const open = (name: string) => stores.get(name) ?? stores.set(name, new Map()).get(name) ?? new Map();
  const cacheOf = (store: Map<string, string>) => ({
    keys: async () => [...store.keys()].map((url) => new Request(url)),
    match: async ({ url }: Request) => (store.has(url) ? new Response(store.get(url)) : undefined),
    put: async ({ url }: Request, answer: Response) => void store.set(url, await answer.text()),
  });
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheOf(open(name)),
    match: (request: Request, { cacheName }: { cacheName: string }) => cacheOf(open(cacheName)).match(request),
    delete: async (name: string) => stores.delete(name),
  });
  vi.stubGlobal('fetch', async () => new Response('gone', { status: 404 }));
  vi.stubGlobal('self', {
    location: { origin: ORIGIN },
    clients: { matchAll: async () => Array.from({ length: pages }) },
    registration,
  });
});
afterEach(() => vi.unstubAllGlobals());

const screenOf = (version: string) => `${ORIGIN}/assets/screen-${version}.js`;
const precache = (version: string) =>
  stores.set(
    'precache',
    new Map([
      [screenOf(version), `code ${version}`],
      [`${ORIGIN}/index.html`, 'page'],
    ]),
  );
/** Installs a version while the shell of the previous version is cached. */
async function install(version: string) {
  await keepEarlier('precache', [screenOf(version)]);
  precache(version);
  await dropEarlier(0);
}
const codeOf = async (version: string) => (await earlierCode(new Request(screenOf(version)))).status;

test('a page of version A gets its code after B and C were activated', async () => {
  pages = 1;
  precache('a');
  await install('b');
  await install('c');
  expect([await codeOf('a'), await codeOf('b')]).toEqual([200, 200]);
  expect([...(stores.get(CACHES.earlierCode)?.keys() ?? [])]).not.toContain(`${ORIGIN}/index.html`);
});

test('the code is deleted at an activation without pages, and when the only page starts under this version', async () => {
  precache('a');
  await install('b');
  expect(await codeOf('a')).toBe(404);
  pages = 2;
  await install('c');
  await dropEarlier(1);
  expect(await codeOf('b')).toBe(200);
  pages = 1;
  await dropEarlier(1);
  expect(await codeOf('b')).toBe(404);
});

test('a start deletes nothing while another version is being installed', async () => {
  precache('a');
  pages = 1;
  await install('b');
  registration.waiting = {};
  await dropEarlier(1);
  expect(await codeOf('a')).toBe(200);
});
