import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@/lib/new-id';
import { clientOf, startTestServer, type TestServer } from './harness';

// Visitors send forms over HTTP with `send_forms`, a separate, rate-limited function. An app from before this function keeps its forms on the
// device until the app is updated.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ supabaseDir: join(import.meta.dirname, '../../supabase'), rateLimits: 'on' });
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
