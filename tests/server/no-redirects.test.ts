import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { consoleAccessOver, serviceClient } from '../../server/http/service-client';
import { fcmToken } from '../../server/push/fcm-service';

// Requests that carry a secret follow no redirect, so that no answer can send the secret elsewhere.

const paths: string[] = [];
let origin: string;
let elsewhere: Server;
beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    paths.push(request.url ?? '');
    if (request.url === '/stolen') return response.end('{}');
    return response.writeHead(307, { location: '/stolen' }).end();
  });
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => elsewhere.close(done)));
beforeEach(() => {
  paths.length = 0;
});

test('the clients of a Supabase project', async () => {
  const client = serviceClient(origin, 'secret');
  expect((await client.rpc('job_runs')).error).not.toBeNull();
  expect((await client.storage.from('videos').list()).error).not.toBeNull();
  await expect(consoleAccessOver(origin, 'secret')('token')).rejects.toThrow();
  expect(paths.length).toBeGreaterThanOrEqual(3);
  expect(paths).not.toContain('/stolen');
});

test('the request of Google’s token', { timeout: 60_000 }, async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const asked: string[] = [];
  const token = fcmToken({ client_email: 'push@school.test', private_key }, (url, init) => {
    asked.push(String(url));
    return fetch(`${origin}/token`, init);
  });
  await expect(token()).rejects.toThrow();
  expect(asked[0]).toBe('https://oauth2.googleapis.com/token');
  expect(paths).toContain('/token');
  expect(paths).not.toContain('/stolen');
});
