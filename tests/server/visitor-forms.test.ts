import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@/shared/new-id';
import { capturedLog } from './captured-log';
import { clientOf, startTestServer, type TestServer } from './harness';

// Visitors send forms over HTTP with `send_forms`, a separate, rate-limited function. An app from before this function keeps its forms on the
// device until the app is updated.

const settings = {
  supabaseDir: join(import.meta.dirname, '../../supabase'),
  rateLimits: 'on',
  trustProxy: true,
} as const;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(settings);
}, 120_000);
afterAll(() => server.stop());

const form = (email: string) => ({
  id: `form/${newId()}`,
  kind: 'form',
  rev: 0,
  at: Date.now(),
  active_on: '2026-11-21',
  data: { form: 'launch', payload: { email, source: 'store_page' } },
});
const stored = async (email: string) =>
  (await server.backend.database.run('select 1 from public.store_launch_notifications where email = $1', [email]))
    .length;

test('a form of an older app stays on its device until the app is updated, and then arrives', async () => {
  const waiting = [form('waiting@example.com')];
  const visitor = clientOf(server);
  const old = await visitor.rpc('sync_push', { p_docs: waiting });
  // Every released app waits after a 401, so the form stays pending on the device.
  expect([old.status, old.error?.code, old.error?.message]).toEqual([401, '42501', 'client_too_old']);
  expect(await stored('waiting@example.com')).toBe(0);
  expect((await visitor.rpc('send_forms', { p_docs: waiting })).data).toMatchObject([{ status: 'applied' }]);
  expect(await stored('waiting@example.com')).toBe(1);
});

/** Sends documents as a visitor behind the proxy. @returns the HTTP status and the statuses of the documents */
const sendFrom = async (address: string, docs: unknown[], headers: Record<string, string> = {}, on = server) => {
  const answer = await fetch(`${on.url}/rest/v1/rpc/send_forms`, {
    method: 'POST',
    headers: {
      ...{ apikey: server.backend.publishableKey, 'content-type': 'application/json' },
      ...{ 'x-forwarded-for': address, ...headers },
    },
    body: JSON.stringify({ p_docs: docs }),
  });
  const answers: unknown = await answer.json();
  return [answer.status, Array.isArray(answers) ? answers.map(({ status }: { status: string }) => status) : []];
};

test('nonsense of one visitor closes no form, neither for the others nor for the visitor', async () => {
  for (let n = 0; n < 22; n += 1)
    expect(await sendFrom('203.0.113.1', Array(100).fill({ x: 1 }))).toEqual([200, Array(100).fill('rejected')]);
  expect(await sendFrom('203.0.113.1', [form('same@example.com')])).toEqual([200, ['applied']]);
  expect(await sendFrom('198.51.100.1', [form('another@example.com')])).toEqual([200, ['applied']]);
});

test('forms count against the address that the proxy saw, whatever other headers a visitor sends', async () => {
  const many = Array.from({ length: 100 }, (_, n) => form(`many-${n}@example.com`));
  expect(await sendFrom('8.8.8.8, 203.0.113.2', many)).toEqual([200, Array(100).fill('applied')]);
  for (const headers of [{}, { 'cf-connecting-ip': '198.51.100.2' }])
    expect(await sendFrom('9.9.9.9, 203.0.113.2', [form('more@example.com')], headers)).toEqual([429, []]);
  expect(await sendFrom('203.0.113.2, 198.51.100.2', [form('else@example.com')])).toEqual([200, ['applied']]);
});

test('an unusual number of forms of all visitors writes a line into the log and refuses nothing', async () => {
  // Alone: our log has the warnings of the embedded database only; a PostgreSQL server writes its own log.
  const own = await startTestServer(settings, { alone: true });
  const lines = capturedLog('warn');
  await sendFrom('198.51.100.3', [form('early@example.com')], {}, own);
  await own.backend.database.run("update sync.visitor_forms set forms = 2000 where address = ''");
  expect(await sendFrom('198.51.100.3', [form('late@example.com')], {}, own)).toEqual([200, ['applied']]);
  expect(lines()).toEqual([
    expect.objectContaining({
      msg: 'database warning',
      reason: 'visitors have sent more than 2,000 forms in this hour',
      operation: 'send_forms',
    }),
  ]);
  await own.stop();
});

test('an address may send 60 times in ten minutes, and the 429 contains the time of the next attempt', async () => {
  const send = () =>
    fetch(`${server.url}/rest/v1/rpc/send_forms`, {
      method: 'POST',
      headers: { apikey: server.backend.publishableKey, 'content-type': 'application/json' },
      body: '{"p_docs":[]}',
    });
  let rejected: Response | undefined;
  for (let n = 0; n < 61 && !rejected; n += 1) {
    const answer = await send();
    if (answer.status === 429) rejected = answer;
  }
  expect(rejected?.status).toBe(429);
  expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(0);
});
