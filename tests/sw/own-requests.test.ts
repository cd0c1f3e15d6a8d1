/** While no page is open, the worker sends requests only for the signed-in account, and only with a valid token. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IDENTITY_KEY, SESSION_KEY } from '@/config/worker-names';
import { writeDurable } from '@/lib/durable-store';
import { keepUnsent } from '@/lib/unsent-docs';

// Load the worker's code at run time and declare its types here, because the tests' TypeScript project does not load the worker's types.
const { sendUnsent, updateBadge } = await vi.importActual<{
  sendUnsent: () => Promise<void>;
  updateBadge: () => Promise<void>;
}>('../../sw/own-requests');

const body = JSON.stringify({ p_docs: [{ id: 'note/1' }], p_version: 5 });
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
  await keepUnsent({ account: 'a', url: 'https://api.test', key: 'public', body });
});
afterEach(() => vi.unstubAllGlobals());

it('sends unsent documents with the account’s token and leaves the answer to the engine', async () => {
  await sendUnsent();
  expect(asked).toMatchObject([
    {
      url: 'https://api.test/rest/v1/rpc/sync_push',
      init: { method: 'POST', body, headers: { apikey: 'public', authorization: 'Bearer token-of-a' } },
    },
  ]);
  await sendUnsent();
  expect(asked).toHaveLength(2);
});

it.each([
  ['the token is over', () => writeDurable(SESSION_KEY, session('a', -1))],
  ['another account is signed in', () => writeDurable(IDENTITY_KEY, JSON.stringify({ uid: 'b' }))],
  ['the session is of another account', () => writeDurable(SESSION_KEY, session('b', 60))],
  ['nobody is signed in', () => writeDurable(SESSION_KEY, null)],
  ['nothing waits', () => keepUnsent(null)],
])('sends nothing when %s', async (_, change) => {
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
