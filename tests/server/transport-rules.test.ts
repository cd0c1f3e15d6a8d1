import { request } from 'node:http';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transportRules } from '../../server/http/transport-rules';
import { learner, startTestServer, type TestServer } from './harness';

/** Unlike fetch, it sends any Host. */
const raw = (url: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>((done, failed) => {
    const sent = request(url, { headers, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (part: Buffer) => {
        text += String(part);
      });
      answer.on('end', () => done({ status: answer.statusCode, headers: answer.headers, text }));
    });
    sent.on('error', failed).end();
  });
const https = { 'x-forwarded-proto': 'https' };
/** The URL that the previews of the first page name. */
const previewOf = async (url: string) =>
  /property="og:url" content="([^"]*)"/.exec((await raw(`${url}/`, { accept: 'text/html', ...https })).text)?.[1];
const hstsOf = async (url: string) => (await raw(url, https)).headers['strict-transport-security'];

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
    server = await startTestServer({}, { alone: true });
  }, 120_000);
  afterAll(() => server.stop());

  test.each(['/rest/v1/courses?select=id', '/auth/v1/user', '/auth/v1/altcha'])(
    'forbids caches to keep the answer of %s',
    async (path) => {
      const headers = { apikey: server.backend.publishableKey };
      expect((await fetch(server.url + path, { headers })).headers.get('cache-control')).toBe('no-store');
    },
  );

  test('refuses a host with other characters at both ports', async () => {
    for (const url of [`${server.url}/config.json`, `${server.paymentsUrl}/health`]) {
      expect((await raw(url, { host: "sloy.test'" })).text).toContain('The Host header is not a host name');
      expect([(await raw(url, { host: "sloy.test'" })).status, (await raw(url, { host: 'sloy.test' })).status]).toEqual(
        [400, 200],
      );
    }
  });

  test('believes no forged header about https, only that of a trusted proxy', async () => {
    const own = new URL(server.url).host;
    expect(await previewOf(server.url)).toBe(`http://${own}/`);
    expect([await hstsOf(server.url), await hstsOf(`${server.paymentsUrl}/health`)]).toEqual([undefined, undefined]);
    const proxied = await startTestServer({ trustProxy: true });
    try {
      expect(await previewOf(proxied.url)).toBe(`https://${new URL(proxied.url).host}/`);
      for (const url of [proxied.url, `${proxied.paymentsUrl}/health`]) expect(await hstsOf(url)).toMatch(/^max-age=/);
    } finally {
      await proxied.stop();
    }
  });

  test('closes half-open requests at both ports, and answers others meanwhile', async () => {
    const closed = [server.url, server.paymentsUrl].map((url) => {
      const socket = connect(Number(new URL(url).port), 'localhost').resume();
      socket.write('GET / HTTP/1.1\r\nHost: a');
      return new Promise((done) => socket.once('close', done).once('error', () => undefined));
    });
    expect((await raw(`${server.url}/config.json`)).status).toBe(200);
    expect(await Promise.all(closed)).toHaveLength(2);
  }, 40_000);

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

test('forbids caches to keep the bills of an account and what the storage says of files', async () => {
  const server = await startTestServer({ supabaseDir: resolve('supabase') });
  try {
    const { token } = await learner(server, 'bills');
    const headers = { apikey: server.backend.publishableKey, authorization: `Bearer ${token}` };
    const urls = [
      `${server.paymentsUrl}/billing-history/bills@school.test`,
      `${server.url}/storage/v1/bucket`,
      `${server.url}/storage/v1/object/info/images/missing.png`,
    ];
    const answers = await Promise.all(urls.map((url) => raw(url, headers)));
    expect(answers[0]?.status).toBe(200);
    expect(answers.map((answer) => answer.headers['cache-control'])).toEqual(['no-store', 'no-store', 'no-store']);
  } finally {
    await server.stop();
  }
});
