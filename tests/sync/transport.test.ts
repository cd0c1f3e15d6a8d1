import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SupabaseClient, WebSocketLikeConstructor } from '@supabase/supabase-js';
import { makeClient, visitorClient } from '@sync/transport/supabase-client';
import { SupabaseTransport } from '@sync/transport/transport';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import WebSocket from 'ws';
import { problemOf } from '@/features/accounts/rules/auth-errors';
import { textClaim } from '@/shared/jwt';
import { VISITOR } from '@/shared/names';
import { WIRE_VERSION } from '@/shared/product';
import { IVAN, MARIA } from '../helpers/simulated-school';

// Each request carries the token of the right account, and the engine interprets each response correctly. supabase-js calls a small HTTP server.

interface Request {
  path: string;
  token: string | undefined;
  id: string | string[] | undefined;
  body: unknown;
}

/** Node before version 22 has no WebSocket. The cast is safe, because the types of `ws` only allow more than the browser's types. */
const socket = WebSocket as WebSocketLikeConstructor;

let server: Server;
/** The account that the auth service signs in. */
let who: string;
let requests: Request[];
let answer: { status: number; body: unknown; type?: string };
/** How far (s) the server's clock is behind the device's. */
let serverBehind: number;
/** The auth service's response to a token refresh; if undefined, the refresh succeeds. */
let renewal: typeof answer | undefined;
let config: { url: string; key: string };
let client: SupabaseClient;

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (sub: string, seconds = 3_600) =>
  `${part({ alg: 'HS256' })}.${part({ sub, exp: Math.floor(Date.now() / 1_000) + seconds })}.x`;
const sessionOf = (sub: string) => ({
  access_token: tokenOf(sub),
  refresh_token: 'r',
  expires_in: 3_600,
  expires_at: Math.floor(Date.now() / 1_000) - serverBehind + 3_600,
  token_type: 'bearer',
  user: { id: sub },
});

beforeEach(async () => {
  requests = [];
  answer = { status: 200, body: [] };
  renewal = undefined;
  serverBehind = 0;
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const path = request.url?.split('?')[0] ?? '';
    requests.push({
      path,
      token: request.headers.authorization?.replace('Bearer ', ''),
      id: request.headers['x-request-id'],
      body: text ? JSON.parse(text) : null,
    });
    const signedIn = path.startsWith('/auth/v1/token') ? { status: 200, body: sessionOf(who) } : undefined;
    const renewed = request.url?.includes('refresh_token') ? renewal : undefined;
    // The client retries a failed refresh for 30 s. Set the clock 30 s ahead before the first response, so that the client does not retry.
    if (renewed) vi.setSystemTime(Date.now() + 30_000);
    const { status, body, type = 'application/json' }: typeof answer = renewed ?? signedIn ?? answer;
    response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  config = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'sb_publishable_test' };
  client = makeClient(config, socket);
});
afterEach(async () => {
  await client.auth.stopAutoRefresh();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const signIn = async (sub: string) => {
  who = sub;
  const { error } = await client.auth.signInWithPassword({ email: 'a@b.c', password: 'x' });
  if (error) throw error;
  requests = [];
};
const sent = () => requests.filter(({ path }) => path.startsWith('/rest/'));
const reasonAt = async (transport: SupabaseTransport) =>
  (await transport.pull([], 10).catch((error: { reason?: string }) => error.reason)) as string;

test('a pull is one call with the account’s own token [PULL-1, REQUEST-1]', async () => {
  await signIn(MARIA);
  answer.body = [
    { scope: 'public', epoch: 1, rows: [], seq: 0, more: false, digest: { count: 0, sum: '0', xor: '0' } },
  ];
  const pages = await new SupabaseTransport(client, MARIA).pull([{ scope: 'public', seq: 0 }], 500);
  expect(pages).toMatchObject([{ scope: 'public', seq: 0 }]);
  expect(sent()).toMatchObject([
    {
      path: '/rest/v1/rpc/sync_pull',
      body: { p_cursors: [{ scope: 'public', seq: 0 }], p_limit: 500, p_version: WIRE_VERSION },
    },
  ]);
  expect(textClaim(sent()[0]?.token, 'sub')).toBe(MARIA);
});

test('each call has an id of its own, by which the server logs it; requests to the auth service have none [REQUEST-2]', async () => {
  who = MARIA;
  await client.auth.signInWithPassword({ email: 'a@b.c', password: 'x' });
  expect(requests.map(({ id }) => id)).toEqual([undefined]);
  const transport = new SupabaseTransport(client, MARIA);
  await transport.push([]);
  await transport.push([]);
  const ids = sent().map(({ id }) => String(id));
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect(ids[0]).not.toBe(ids[1]);
});

test('an account’s documents are not sent while another account or nobody is signed in [REQUEST-1]', async () => {
  expect(await reasonAt(new SupabaseTransport(client, MARIA))).toBe('unauthorised');
  await signIn(MARIA);
  expect(await reasonAt(new SupabaseTransport(client, IVAN))).toBe('unauthorised');
  expect(sent()).toEqual([]);
});

test('visitors’ forms are sent without a token, whoever is signed in [FORM-1]', async () => {
  const doc = {
    id: 'form/1',
    kind: 'form' as const,
    at: 1,
    active_on: '2026-11-20',
    rev: 0,
    data: { form: 'demo' as const, payload: {} },
  };
  answer.body = [{ id: 'form/1', status: 'applied' }];
  await signIn(MARIA);
  expect(await new SupabaseTransport(visitorClient(config, socket), VISITOR).push([doc])).toEqual([
    { id: 'form/1', status: 'applied' },
  ]);
  expect(sent().map(({ token }) => token)).toEqual([config.key]);
  expect(requests.map(({ path }) => path)).toContain('/rest/v1/rpc/send_forms');
  expect(requests.map(({ path }) => path)).not.toContain('/rest/v1/rpc/sync_push');
});

test('each answer is classified: wait, sign in again, or rejected [ERROR-1]', async () => {
  await signIn(MARIA);
  const transport = new SupabaseTransport(client, MARIA);
  const meanings: [status: number, code: string, reason: string][] = [
    [400, 'PT400', 'rejected'],
    [413, '', 'rejected'],
    [404, 'PGRST202', 'server_too_old'],
    [429, '', 'throttled'],
    [500, 'XX000', 'server'],
    [503, '', 'server'],
    [401, 'PGRST301', 'unauthorised'],
  ];
  for (const [status, code, reason] of meanings) {
    answer = { status, body: { message: 'no', code } };
    expect(await reasonAt(transport), `${status} ${code}`).toBe(reason);
  }
  answer = { status: 200, body: { unexpected: true } };
  await expect(transport.pull([], 10)).rejects.toThrow('sync_pull');
});

test('a token that the server rejects is renewed, whatever the device’s clock shows [REQUEST-3]', async () => {
  await signIn(MARIA);
  answer = { status: 401, body: { message: 'JWT expired' } };
  await reasonAt(new SupabaseTransport(client, MARIA));
  expect(requests.some(({ path }) => path === '/auth/v1/token')).toBe(true);
});

test('a device whose clock is hours ahead keeps its token for its whole life [REQUEST-3]', async () => {
  serverBehind = 2 * 3_600;
  await signIn(MARIA);
  answer.body = [{ scope: 'public', epoch: 1, rows: [], seq: 0, more: false }];
  const transport = new SupabaseTransport(client, MARIA);
  await transport.pull([{ scope: 'public', seq: 0 }], 1);
  await transport.pull([{ scope: 'public', seq: 0 }], 1);
  expect(requests.map(({ path }) => path)).toEqual(['/rest/v1/rpc/sync_pull', '/rest/v1/rpc/sync_pull']);
});

/** Advances `Date`, but no timers. */
function afterHours(hours: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
}

const page = '<html><body>Welcome to the train</body></html>';

test.each([200, 302, 403, 404, 511])(
  'the page of a captive portal, with status %i, is no answer of the server [REQUEST-4]',
  async (status) => {
    await signIn(MARIA);
    answer = { status, body: page, type: 'text/html; charset=utf-8' };
    const transport = new SupabaseTransport(client, MARIA);
    const doc = { id: 'day/2026-11-20', kind: 'day' as const, at: 1, active_on: '2026-11-20', rev: 0, data: {} };
    expect(await reasonAt(transport)).toBe('network');
    expect(await transport.push([doc]).catch((error: { reason?: string }) => error.reason)).toBe('network');
  },
);

test.each([
  { status: 429, body: { message: 'Too many requests' }, reason: 'server' },
  { status: 403, body: 'blocked', type: 'text/plain', reason: 'server' },
  { status: 404, body: page, type: 'text/html', reason: 'network' },
  { status: 511, body: page, type: 'text/html', reason: 'network' },
])(
  'a session that cannot be renewed now has not ended: $status $type [REQUEST-4]',
  async ({ reason, ...rejection }) => {
    await signIn(MARIA);
    afterHours(2);
    renewal = rejection;
    const transport = new SupabaseTransport(client, MARIA);
    expect(await reasonAt(transport)).toBe(reason);
    renewal = undefined;
    afterHours(1);
    answer.body = [{ scope: 'public', epoch: 1, rows: [], seq: 0, more: false }];
    expect(await transport.pull([{ scope: 'public', seq: 0 }], 1)).toHaveLength(1);
  },
);

test('signing in on a network that never answers times out [REQUEST-6]', async () => {
  const after = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => after(ms / 1_000));
  onTestFinished(() => void vi.restoreAllMocks());
  server.removeAllListeners('request').on('request', () => undefined);
  const { error } = await client.auth.signInWithPassword({ email: 'a@b.c', password: 'x' });
  expect(problemOf(error?.message ?? '')).toBe('network');
});

test('a session that the auth service refuses to renew has ended [REQUEST-4]', async () => {
  await signIn(MARIA);
  afterHours(2);
  renewal = { status: 400, body: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' } };
  expect(await reasonAt(new SupabaseTransport(client, MARIA))).toBe('unauthorised');
});

test('without a server the wait reason is the network [ERROR-1]', async () => {
  await signIn(MARIA);
  const transport = new SupabaseTransport(client, MARIA);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await reasonAt(transport)).toBe('network');
});
