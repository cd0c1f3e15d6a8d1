import type { AddressInfo } from 'node:net';
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
