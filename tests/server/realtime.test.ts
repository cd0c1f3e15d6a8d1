import { sign } from 'hono/jwt';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { learner, startTestServer, type TestServer } from './harness';

let server: TestServer;
let ani: Awaited<ReturnType<typeof learner>>;
let boris: Awaited<ReturnType<typeof learner>>;
beforeAll(async () => {
  server = await startTestServer();
  [ani, boris] = await Promise.all([learner(server, 'rt-ani'), learner(server, 'rt-boris')]);
});
afterAll(() => server.stop());

const opened: WebSocket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});

/** A client that sends raw protocol messages, so that it can violate the protocol. */
async function connect(key = server.backend.publishableKey, to = server) {
  const socket = new WebSocket(`${to.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`);
  opened.push(socket);
  const heard: [string | null, string | null, string, string, Record<string, unknown>][] = [];
  const waiting: (() => void)[] = [];
  socket.on('message', (data) => {
    heard.push(JSON.parse(data.toString()));
    for (const wake of waiting.splice(0)) wake();
  });
  await new Promise((done, failed) => socket.once('open', done).once('error', failed));
  const next = async (matches: (message: (typeof heard)[number]) => boolean) => {
    for (;;) {
      const found = heard.find(matches);
      if (found) return found;
      await new Promise<void>((done) => waiting.push(done));
    }
  };
  const ask = async (topic: string, event: string, payload: unknown, ref = String(Math.random()).slice(2, 12)) => {
    socket.send(JSON.stringify(['1', ref, topic, event, payload]));
    return (await next((message) => message[1] === ref && message[3] === 'phx_reply'))[4] as {
      status: string;
      response: { reason?: string };
    };
  };
  const join = (topic: string, token: string, isPrivate = true) =>
    ask(topic, 'phx_join', { config: { private: isPrivate }, access_token: token });
  return { socket, heard, next, ask, join };
}
const own = () => `realtime:scope:account:${ani.uid}`;

test('supabase-js joins its own private topic and hears a poke; another learner’s topic is rejected', async () => {
  await ani.client.realtime.setAuth(ani.token);
  const poked = new Promise<Record<string, unknown>>((heard) => {
    ani.client
      .channel(`scope:account:${ani.uid}`, { config: { private: true } })
      .on('broadcast', { event: 'poke' }, ({ payload }) => heard(payload))
      .subscribe(async (status) => {
        if (status === 'SUBSCRIBED') await boris.client.rpc('poke', { p_uid: ani.uid });
      });
  });
  expect(await poked).toEqual({ spread_ms: 0 });
  const rejected = new Promise((done) => {
    ani.client
      .channel(`scope:account:${boris.uid}`, { config: { private: true } })
      .subscribe((status, error) => status === 'CHANNEL_ERROR' && done(error?.message));
  });
  expect(await rejected).toContain('Unauthorized');
  await ani.client.realtime.removeAllChannels();
});

test('a join needs a genuine, unexpired token of the topic’s subject and a private channel', async () => {
  const { join } = await connect();
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: ani.uid, role: 'authenticated', aud: 'authenticated', iat: now - 10, exp: now + 60 };
  const secret = server.backend.secrets.jwt_secret;
  const tokens = {
    genuine: await sign(claims, secret),
    other: boris.token,
    expired: await sign({ ...claims, exp: now - 1 }, secret),
    forged: await sign(claims, 'some-other-secret-of-the-same-length-0000'),
    audience: await sign({ ...claims, aud: 'elsewhere' }, secret),
    none: '',
  };
  const results: Record<string, string> = {};
  for (const [name, token] of Object.entries(tokens)) results[name] = (await join(own(), token)).status;
  expect(results).toEqual({
    genuine: 'ok',
    other: 'error',
    expired: 'error',
    forged: 'error',
    audience: 'error',
    none: 'error',
  });
  expect((await join(own(), tokens.genuine, false)).response.reason).toContain('PrivateOnly');
  expect((await join('phoenix', tokens.genuine)).status).toBe('error');
  await expect(connect('sb_publishable_wrong')).rejects.toThrow('401');
});

test('a client receives nothing after leaving; heartbeats are answered; messages of clients are not broadcast', async () => {
  const [a, b] = [await connect(), await connect()];
  expect((await a.ask('phoenix', 'heartbeat', {})).status).toBe('ok');
  await a.join(own(), ani.token);
  await b.join(own(), ani.token);
  expect(
    (await a.ask(own(), 'broadcast', { type: 'broadcast', event: 'poke', payload: { spread_ms: 9 } })).status,
  ).toBe('error');
  await a.ask(own(), 'phx_leave', {});
  await boris.client.rpc('poke', { p_uid: ani.uid });
  const broadcast = await b.next((message) => message[3] === 'broadcast');
  expect(broadcast).toEqual([
    '1',
    null,
    own(),
    'broadcast',
    { type: 'broadcast', event: 'poke', payload: { spread_ms: 0 } },
  ]);
  expect((await a.ask('phoenix', 'heartbeat', {})).status).toBe('ok');
  expect(a.heard.filter((message) => message[3] === 'broadcast')).toEqual([]);
});

test('a channel ends with its token, and a refreshed token of the same account keeps it', async () => {
  const now = Math.floor(Date.now() / 1000);
  const token = (exp: number, sub = ani.uid) =>
    sign({ sub, role: 'authenticated', aud: 'authenticated', iat: now - 10, exp }, server.backend.secrets.jwt_secret);
  const [kept, ended, stranger] = [await connect(), await connect(), await connect()];
  for (const client of [kept, ended]) await client.join(own(), await token(now + 2));
  await stranger.join(own(), await token(now + 60));
  kept.socket.send(JSON.stringify(['1', '77', own(), 'access_token', { access_token: await token(now + 60) }]));
  stranger.socket.send(JSON.stringify(['1', '78', own(), 'access_token', { access_token: boris.token }]));
  expect((await stranger.next((message) => message[3] === 'phx_error'))[2]).toBe(own());
  await expect.poll(() => Date.now() / 1000, { timeout: 5_000, interval: 100 }).toBeGreaterThan(now + 2);
  await boris.client.rpc('poke', { p_uid: ani.uid });
  await kept.next((message) => message[3] === 'broadcast');
  await ended.next((message) => message[3] === 'phx_error');
  expect([...ended.heard, ...stranger.heard].filter((message) => message[3] === 'broadcast')).toEqual([]);
});

test('a poke is sent at commit; a rolled-back transaction sends none', async () => {
  const client = await connect();
  await client.join(own(), ani.token);
  const { database } = server.backend;
  const send = `select realtime.send('{"n": 1}', 'rolled-back', 'scope:account:${ani.uid}', true)`;
  await database
    .transaction(async (run) => {
      await run(send);
      throw new Error('undo');
    })
    .catch(() => undefined);
  await database.run(send.replace('rolled-back', 'kept'));
  const broadcast = await client.next((message) => message[3] === 'broadcast');
  expect(broadcast[4].event).toBe('kept');
});

test('garbage, oversized messages and too many channels do not affect other clients', async () => {
  const [bad, good] = [await connect(), await connect()];
  for (const text of ['', 'null', '[]', '{"a":1}', '[1,2,3,4,5]', '["1","1","t","phx_join",null]'])
    bad.socket.send(text);
  expect((await bad.join(own(), 'x'.repeat(100))).status).toBe('error');
  const closed = new Promise<number>((done) => bad.socket.once('close', done));
  bad.socket.send('x'.repeat(100_000));
  expect(await closed).toBe(1009);
  expect((await good.join(own(), ani.token)).status).toBe('ok');
});

test('a topic with a control character is refused as unknown, not as an internal error', async () => {
  const { join } = await connect();
  for (const character of ['\u0000', '\n', '\u0085'])
    expect((await join(own() + character, ani.token)).response.reason).toContain('unknown channel');
});

test('joins are counted per account, also over several connections; a refused one gets an answer', async () => {
  const strict = await startTestServer({ rateLimits: 'on' }, { alone: true });
  try {
    const [busy, calm] = await Promise.all([learner(strict, 'rt-busy'), learner(strict, 'rt-calm')]);
    const topic = `realtime:scope:account:${busy.uid}`;
    const [first, second] = [await connect(undefined, strict), await connect(undefined, strict)];
    // Twelve reconnects of a device with five channels stay below the limit.
    for (const { join } of [first, second])
      for (let times = 0; times < 60; times++) expect((await join(topic, busy.token)).status).toBe('ok');
    for (const { join } of [first, second]) {
      const { status, response } = await join(topic, busy.token);
      expect([status, response.reason]).toEqual(['error', 'ClientJoinRateLimitReached: Too many joins per minute']);
    }
    expect((await second.join(`realtime:scope:account:${calm.uid}`, calm.token)).status).toBe('ok');
    expect((await first.ask('phoenix', 'heartbeat', {})).status).toBe('ok');
  } finally {
    await strict.stop();
  }
});

test('after its session has ended, a channel hears nothing more, although its token is still valid', async () => {
  const mila = await learner(server, 'rt-mila');
  const topic = `realtime:scope:account:${mila.uid}`;
  const client = await connect();
  expect((await client.join(topic, mila.token)).status).toBe('ok');
  await mila.client.auth.signOut({ scope: 'global' });
  await boris.client.rpc('poke', { p_uid: mila.uid });
  const ended = await client.next((message) => message[3] === 'system');
  expect(ended[4].message).toBe('The session has ended');
  expect(client.heard.filter((message) => message[3] === 'broadcast')).toEqual([]);
});

test('a page of another origin cannot open a connection', async () => {
  const url = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.backend.publishableKey}&vsn=2.0.0`;
  const open = (origin: string) =>
    new Promise((done) => {
      const socket = new WebSocket(url, { origin });
      opened.push(socket);
      socket.once('open', () => done('open')).once('error', (error) => done(error.message));
    });
  expect(await open('https://evil.test')).toBe('Unexpected server response: 403');
  expect(await open(server.url)).toBe('open');
});
