import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { httpServer } from '../../server/http/http-server';

test('an idle connection stays open longer than the minute of common proxies, so that none sends a request on a closed one', async () => {
  const server = httpServer(() => new Response('ok'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect([await answer.text(), answer.headers.get('keep-alive')]).toEqual(['ok', 'timeout=75']);
  await new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
});

const portOf = async (server: Server) => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

test('a request that never sends its headers is closed', async () => {
  const server = httpServer(() => new Response('ok'), { headersMs: 200 });
  const socket = connect(await portOf(server), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a');
  const began = performance.now();
  socket.resume();
  await once(socket, 'close');
  expect(performance.now() - began).toBeLessThan(5_000);
  server.close();
});

test('one address has a limited number of connections, unless it is a proxy', async () => {
  for (const proxy of [false, true]) {
    const server = httpServer(() => new Response('ok'), { perAddress: 3, isProxy: () => proxy });
    const port = await portOf(server);
    const sockets = Array.from({ length: 5 }, () => connect(port, '127.0.0.1').resume());
    const closed = sockets.map((socket) => once(socket, 'close'));
    if (!proxy) await Promise.any(closed);
    await new Promise((later) => setTimeout(later, 200));
    expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(proxy ? 0 : 2);
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
    server.close();
  }
});

test('all addresses together have a limited number of connections, proxies too', async () => {
  const server = httpServer(() => new Response('ok'), { most: 2, isProxy: () => true });
  const port = await portOf(server);
  const open = async () => {
    const socket = connect(port, '127.0.0.1').resume();
    await once(socket, 'connect');
    return socket;
  };
  const kept = [await open(), await open()];
  const refused = await open();
  await once(refused, 'close');
  expect(kept.map(({ destroyed }) => destroyed)).toEqual([false, false]);
  for (const socket of kept) socket.destroy();
  server.close();
});
