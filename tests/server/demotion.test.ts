import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { ChannelHub } from '../../server/embedded/realtime/channel-hub';
import { parseMessage } from '../../server/embedded/realtime/realtime-protocol';
import { RateLimiter } from '../../server/http/rate-limit';
import { learner, startTestServer, type TestServer } from './harness';

// An administrator who lost the rights hears nothing more after the next sweep; other channels of the same socket stay.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ supabaseDir: resolve('supabase') });
}, 120_000);
afterAll(() => server.stop());
const run = (sql: string, params: unknown[] = []) => server.backend.database.run(sql, params);

test('the channel of a demoted administrator ends at the sweep', async () => {
  const { uid, token } = await learner(server, 'boss');
  await run('update auth.users set email_confirmed_at = now() where id = $1', [uid]);
  await run("insert into public.admin_users (email) values ('boss@school.test')");
  // A hub of its own, so that the test decides when it sweeps.
  const hub = new ChannelHub(server.backend, new RateLimiter({ relaxed: true }));
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  sockets.on('connection', (socket) => {
    const client = hub.add(socket, '127.0.0.1');
    socket.on('message', (data) => {
      const message = parseMessage(String(data));
      if (message) void hub.handle(client, message);
    });
  });
  await once(sockets, 'listening');
  const socket = new WebSocket(`ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`);
  const heard: [string, string, unknown][] = [];
  socket.on('message', (data) => {
    const message = parseMessage(String(data));
    if (message) heard.push([message.topic, message.event, message.payload.status ?? message.payload.event]);
  });
  await once(socket, 'open');
  const [admin, own] = ['realtime:scope:admin', `realtime:scope:account:${uid}`];
  const told = (...expected: typeof heard) =>
    expect.poll(() => heard.splice(0, heard.length < expected.length ? 0 : heard.length)).toEqual(expected);
  try {
    for (const topic of [admin, own]) {
      const join = { config: { private: true }, access_token: token };
      socket.send(JSON.stringify(['1', '1', topic, 'phx_join', join]));
      await told([topic, 'phx_reply', 'ok']);
    }
    await hub.sweep();
    hub.broadcast({ topic: 'scope:admin', event: 'poke', payload: {}, private: true });
    await told([admin, 'broadcast', 'poke']);
    await run("delete from public.admin_users where email = 'boss@school.test'");
    await hub.sweep();
    for (const topic of ['scope:admin', `scope:account:${uid}`])
      hub.broadcast({ topic, event: 'poke', payload: {}, private: true });
    await told([admin, 'system', 'error'], [admin, 'phx_error', undefined], [own, 'broadcast', 'poke']);
  } finally {
    socket.terminate();
    sockets.close();
  }
});
