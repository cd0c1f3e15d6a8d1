/** While no page is open, the worker sends requests only for the signed-in account, and only with a valid token. */
import 'fake-indexeddb/auto';
import { createMirror } from '@sync/mirror/mirror';
import type { MirrorDb } from '@sync/mirror/mirror-schema';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeDurable } from '@/shared/durable-store';
import { IDENTITY_KEY, mirrorName, SESSION_KEY } from '@/shared/names';
import { LOCAL_PUBLISHABLE_KEY, WIRE_VERSION } from '@/shared/product';

// Load the worker's code at run time and declare its types here, because the tests' TypeScript project does not load the worker's types.
const { sendUnsent, updateBadge } = await vi.importActual<{
  sendUnsent: () => Promise<void>;
  updateBadge: () => Promise<void>;
}>('../../sw/own-requests');

const doc = { id: 'day/2026-11-20', kind: 'day' as const, at: 1, active_on: '2026-11-20', rev: 0, data: {} };
const held = (n: number, more: object = {}) => ({
  ...doc,
  id: `day/${n}`,
  state: 'pending' as const,
  queued: n,
  ...more,
});
let mirror: MirrorDb;
let asked: { url: string; init: RequestInit }[] = [];
let answer = () => new Response(null, { status: 200 });
let badge: number | undefined;

const session = (id: string, inSeconds: number) =>
  JSON.stringify({ access_token: `token-of-${id}`, expires_at: Date.now() / 1000 + inSeconds, user: { id } });

beforeEach(async () => {
  [asked, badge] = [[], undefined];
  answer = () => new Response(null, { status: 200 });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    return answer();
  });
  vi.stubGlobal('navigator', {
    setAppBadge: async (count: number) => {
      badge = count;
    },
    clearAppBadge: async () => {
      badge = 0;
    },
  });
  await writeDurable(IDENTITY_KEY, JSON.stringify({ uid: 'a' }));
  await writeDurable(SESSION_KEY, session('a', 60));
  mirror = createMirror(mirrorName('a'));
  await mirror.outbox.bulkPut([held(2), held(1), held(3, { state: 'rejected' })]);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await mirror.delete();
});

it('sends unsent documents with the account’s token and leaves the answer to the engine [WORKER-1, WORKER-2]', async () => {
  await sendUnsent();
  expect(asked).toMatchObject([
    {
      url: '/rest/v1/rpc/sync_push',
      init: { method: 'POST', headers: { apikey: LOCAL_PUBLISHABLE_KEY, authorization: 'Bearer token-of-a' } },
    },
  ]);
  const sent = JSON.parse(String(asked[0]?.init.body));
  expect(sent).toEqual({ p_docs: [1, 2].map((n) => ({ ...doc, id: `day/${n}` })), p_version: WIRE_VERSION });
  await sendUnsent();
  expect(asked).toHaveLength(2);
});

it.each([
  ['the token is over', () => writeDurable(SESSION_KEY, session('a', -1))],
  ['another account is signed in', () => writeDurable(IDENTITY_KEY, JSON.stringify({ uid: 'b' }))],
  ['the session is of another account', () => writeDurable(SESSION_KEY, session('b', 60))],
  ['nobody is signed in', () => writeDurable(SESSION_KEY, null)],
  ['nothing waits', () => mirror.outbox.clear()],
  ['this device has no mirror', () => mirror.delete()],
])('sends nothing when %s [WORKER-1]', async (_, change) => {
  await change();
  await sendUnsent();
  expect(asked).toEqual([]);
});

it.each([
  [503, true],
  [429, true],
  [400, false],
  [401, false],
])('after the status %i the browser tries again: %s', async (status, again) => {
  answer = () => new Response(null, { status });
  const sending = sendUnsent();
  await (again ? expect(sending).rejects.toThrow(String(status)) : expect(sending).resolves.toBeUndefined());
});

it('sends the oldest documents that one call may contain [WORKER-1]', async () => {
  await mirror.outbox.clear();
  const counts = async () => {
    await sendUnsent();
    return JSON.parse(String(asked.at(-1)?.init.body)).p_docs.map(({ id }: { id: string }) => id);
  };
  await mirror.outbox.bulkPut(Array.from({ length: 101 }, (_, n) => held(n)));
  expect(await counts()).toEqual(Array.from({ length: 100 }, (_, n) => `day/${n}`));
  const large = { text: 'ж'.repeat(240_000) };
  await mirror.outbox.bulkPut([held(0, { data: large }), held(1, { data: large }), held(2, { data: large })]);
  expect(await counts()).toEqual(['day/0', 'day/1']);
});

it('creates no database', async () => {
  await mirror.delete();
  await sendUnsent();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(mirror.name);
});

it('sets the badge to the unread count of the server, also on a device without push', async () => {
  answer = () => new Response(null, { status: 200, headers: { 'content-range': '0-0/7' } });
  await updateBadge();
  // Like `fetch`, resolves the URL at the worker's origin.
  expect(new URL(asked[0]?.url ?? '', 'https://sloy.test').href).toMatch('https://sloy.test/rest/v1/notifications?');
  expect(badge).toBe(7);
  answer = () => new Response(null, { status: 200, headers: { 'content-range': '*/0' } });
  await updateBadge();
  expect(badge).toBe(0);
});
