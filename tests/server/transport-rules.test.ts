import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transportRules } from '../../server/http/transport-rules';
import { startTestServer, type TestServer } from './harness';

const ask = (trustProxy: boolean, headers: Record<string, string>) =>
  new Hono()
    .use('*', transportRules(trustProxy))
    .get('/', (c) => c.text('ok'))
    .request('http://sloy.test/', { headers });

test.each(['sloy.test', 'SLOY.test:4242', '127.0.0.1:80', '[::1]:4242'])('takes the host %s', async (host) => {
  expect((await ask(false, { host })).status).toBe(200);
});
test.each(["sloy.test'", 'a b', '"><script>', 'sloy.test; script-src *', 'a/b', 'a@b'])(
  'refuses the host %s, which would get into the policy and the preview of a page',
  async (host) => {
    expect((await ask(false, { host })).status).toBe(400);
  },
);

test('only behind a trusted proxy that received https, browsers are told to use https', async () => {
  const hsts = async (trustProxy: boolean, proto: string) =>
    (await ask(trustProxy, { 'x-forwarded-proto': proto })).headers.get('strict-transport-security');
  expect([await hsts(true, 'https'), await hsts(true, 'http'), await hsts(false, 'https')]).toEqual([
    'max-age=31536000',
    null,
    null,
  ]);
});

describe('the server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  }, 120_000);
  afterAll(() => server.stop());

  test.each(['/rest/v1/courses?select=id', '/auth/v1/user', '/auth/v1/altcha'])(
    'forbids caches to keep the answer of %s',
    async (path) => {
      const headers = { apikey: server.backend.publishableKey };
      expect((await fetch(server.url + path, { headers })).headers.get('cache-control')).toBe('no-store');
    },
  );

  test('lets no page frame an answer, and a 304 leaves the stored policy of a page as it is', async () => {
    const framing = async (url: string, headers: Record<string, string> = {}) => {
      const { status, headers: answer } = await fetch(url, { headers });
      return `${status} ${/frame-ancestors 'none'/.exec(answer.get('content-security-policy') ?? '')?.[0]}`;
    };
    const { url, paymentsUrl } = server;
    const answers = [
      framing(`${url}/`, { accept: 'text/html' }),
      framing(`${url}/sw.js`),
      framing(`${url}/config.json`),
      framing(`${url}/rest/v1/missing`),
      framing(`${url}/missing.js`),
      framing(`${paymentsUrl}/health`),
      framing(`${paymentsUrl}/missing`),
      framing(`${paymentsUrl}/mailbox/missing`),
    ];
    const statuses = [200, 200, 200, 401, 404, 200, 404, 404];
    expect(await Promise.all(answers)).toEqual(statuses.map((status) => `${status} frame-ancestors 'none'`));
    const etag = (await fetch(`${url}/`, { headers: { accept: 'text/html' } })).headers.get('etag') ?? '';
    expect(await framing(`${url}/`, { accept: 'text/html', 'if-none-match': etag })).toBe('304 undefined');
  });
});
