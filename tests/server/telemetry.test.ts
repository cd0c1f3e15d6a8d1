import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openHealth } from '../../server/jobs/health';
import { JobRunner } from '../../server/jobs/job-runner';
import { JobStore } from '../../server/jobs/job-store';
import { settingsOf } from '../../server/ops/settings';
import { accountHash } from '../../server/telemetry/log';
import { openSockets } from '../../server/telemetry/metrics';
import { capturedLog } from './captured-log';
import { learner, password, startTestServer, type TestServer } from './harness';

// The log, the metrics and the health of the whole server. Nothing personal is in any of them.

const supabaseDir = join(import.meta.dirname, '../../supabase');
const METRICS_TOKEN = 'a-token-of-the-monitoring';
let server: TestServer;
let ani: Awaited<ReturnType<typeof learner>>;
let lines: ReturnType<typeof capturedLog>;
beforeAll(async () => {
  server = await startTestServer({ supabaseDir, rateLimits: 'on' }, { alone: true });
  ani = await learner(server, 'ani');
}, 120_000);
afterAll(() => server.stop());
beforeEach(() => {
  lines = capturedLog();
});

const ask = (path: string, init: { method?: string; body?: string; headers?: Record<string, string> } = {}) =>
  fetch(server.url + path, {
    ...init,
    headers: {
      apikey: server.backend.publishableKey,
      authorization: `Bearer ${ani.token}`,
      'content-type': 'application/json',
      ...init.headers,
    },
  });
const call = (name: string, body: object, headers: Record<string, string> = {}) =>
  ask(`/rest/v1/rpc/${name}`, { method: 'POST', body: JSON.stringify(body), headers });
/** The lines of requests that the tests send; background jobs call the backend without HTTP. */
const requests = () => lines().filter(({ msg }) => msg === 'request');
const security = () => lines().filter(({ msg }) => msg === 'security');

describe('the log', () => {
  test('has a line per request with the id of the device, the operation, the status, the time and the account', async () => {
    const id = randomUUID();
    const answer = await call('sync_push', { p_docs: [] }, { 'x-request-id': id });
    expect(answer.headers.get('x-request-id')).toBe(id);
    await ask('/rest/v1/profiles?select=id&id=eq.1');
    const [pushed, read] = requests();
    expect(pushed).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      msg: 'request',
      request_id: id,
      operation: 'sync_push',
      status: 200,
      ms: expect.any(Number),
      account: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(read).toMatchObject({ operation: 'rest.profiles', account: pushed?.account });
  });

  test('takes no id that is not a UUID, because a caller could write anything into the log', async () => {
    const answer = await call('sync_push', { p_docs: [] }, { 'x-request-id': 'ani-petrova-of-sofia' });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(JSON.stringify(lines())).not.toContain('petrova');
  });

  test.each([
    ['POST', '/auth/v1/token?grant_type=refresh_token', 'auth.token'],
    ['GET', '/auth/v1/ani@school.test', 'auth.other'],
    ['GET', '/storage/v1/object/public/images/ani@school.test.png', 'storage.read'],
    ['POST', '/storage/v1/object/sign/videos/lesson.mp4', 'storage.sign'],
    ['POST', '/storage/v1/object/videos/lesson.mp4', 'storage.write'],
    ['DELETE', '/storage/v1/object/videos/lesson.mp4', 'storage.delete'],
    ['GET', '/rest/v1/ani@school.test', 'rest.other'],
    ['POST', '/rest/v1/rpc/ani_petrova', 'rest.other'],
    ['GET', '/config.json', 'config'],
  ])('calls %s %s by the stable name %s', async (method, path, operation) => {
    await ask(path, { method, ...(method === 'POST' ? { body: '{}' } : {}) });
    expect(requests()).toEqual([expect.objectContaining({ operation })]);
    expect(JSON.stringify(lines())).not.toMatch(/ani@|ani_petrova|%40|\?/);
  });

  test('has one line of the level debug for a request that its client cuts', async () => {
    lines = capturedLog('debug');
    const { port } = new URL(server.url);
    for (const path of ['/rest/v1/rpc/send_forms', '/auth/v1/token?grant_type=password']) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\napikey: ${server.backend.publishableKey}\r\n`);
      socket.write('Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"p_docs": [');
      await new Promise((later) => setTimeout(later, 200));
      socket.destroy();
    }
    await expect.poll(requests).toHaveLength(2);
    expect(lines().map(({ level, status }) => [level, status])).toEqual([
      ['debug', 499],
      ['debug', 499],
    ]);
  });

  test('names neither accounts nor addresses, tokens, bodies and queries', async () => {
    await call('sync_push', { p_docs: [{ id: 'note/1', kind: 'note', data: { text: 'Тайна' } }] });
    await ask('/rest/v1/profiles?full_name=eq.Ani');
    await ani.client.auth.getUser();
    const text = JSON.stringify(lines());
    expect(requests().length).toBeGreaterThanOrEqual(3);
    for (const personal of [ani.uid, ani.token, '@school.test', 'Тайна', 'full_name', '127.0.0.1', '::1'])
      expect(text).not.toContain(personal);
  });

  test('is short lines on a terminal', async () => {
    const { configureLog } = await import('../../server/telemetry/log');
    let text = '';
    configureLog({ format: 'text', level: 'info' }, (line) => {
      text += line;
    });
    await call('sync_push', { p_docs: [] });
    expect(text).toMatch(
      /^\d\d:\d\d:\d\d info request request_id=\S+ operation=sync_push status=200 ms=[\d.]+ account=\w{16}\n$/,
    );
  });
});

test.each([
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL=loud is not one of debug, info, warn, error, silent.'],
  ['LOG_FORMAT', 'xml', 'LOG_FORMAT=xml is not one of json, text.'],
  ['METRICS_TOKEN', 'short', 'METRICS_TOKEN must have 16 characters or more: letters, digits, “_”, “-” and “.”.'],
])('a wrong %s stops the start with one line', (name, value, message) => {
  expect(() => settingsOf({ [name]: value })).toThrow(message);
});

describe('security events have lines of their own', () => {
  const signIn = (email: string, pass: string) =>
    ask('/auth/v1/token?grant_type=password', { method: 'POST', body: JSON.stringify({ email, password: pass }) });

  test('a failed sign-in names the address by a hash, which is the same at each try', async () => {
    await signIn('ani@school.test', 'wrong');
    await signIn(' Ani@school.test', 'wrong');
    await signIn('nobody@school.test', 'wrong');
    const [first, second, third] = security();
    expect(first).toMatchObject({
      level: 'warn',
      event: 'failed_sign_in',
      operation: 'auth.token',
      account: expect.any(String),
    });
    expect([second?.account === first?.account, third?.account === first?.account]).toEqual([true, false]);
    lines = capturedLog();
    expect((await signIn('ani@school.test', password)).status).toBe(200);
    expect(security()).toEqual([
      expect.objectContaining({ level: 'info', event: 'sign_in', how: 'password', account: accountHash(ani.uid) }),
    ]);
    lines = capturedLog();
    const eva = await learner(server, 'eva');
    expect(security()).toContainEqual(
      expect.objectContaining({ event: 'sign_in', how: 'registration', account: accountHash(eva.uid) }),
    );
  });

  test('a refused token, also one that refreshes', async () => {
    await ask('/rest/v1/profiles', { headers: { authorization: `Bearer ${ani.token.slice(0, -4)}abcd` } });
    await ask('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body: '{"refresh_token":"guessed"}' });
    await fetch(`${server.paymentsUrl}/check-subscription`, {
      method: 'POST',
      body: '{}',
      headers: { authorization: 'Bearer a.b.c', origin: server.url },
    });
    expect(security()).toEqual([
      expect.objectContaining({ event: 'refused_token', operation: 'rest.profiles' }),
      expect.objectContaining({ event: 'refused_token', operation: 'auth.token' }),
      expect.objectContaining({ event: 'refused_token', operation: 'service.check_subscription' }),
    ]);
  });

  test('a limit that was hit', async () => {
    for (let tries = 0; tries < 12; tries += 1) await signIn('boris@school.test', 'wrong');
    expect(security()).toContainEqual(
      expect.objectContaining({
        event: 'limit_hit',
        limit: 'signIn',
        operation: 'auth.token',
        account: expect.any(String),
      }),
    );
  });

  test('a realtime channel that the account may not hear, and one that does not exist', async () => {
    for (const topic of ['scope:admin', 'elsewhere']) {
      const channel = ani.client.channel(topic, { config: { private: true } });
      await new Promise<void>((done) => {
        channel.subscribe((status) => status === 'CHANNEL_ERROR' && done());
      });
      await ani.client.removeChannel(channel);
    }
    await ani.client.realtime.disconnect();
    await expect.poll(async () => (await openSockets.get()).values[0]?.value).toBe(0);
    const refused = security().filter(({ event }) => event === 'refused_channel');
    expect(refused.length).toBeGreaterThanOrEqual(2);
    for (const line of refused) expect(line).toMatchObject({ operation: 'realtime', account: accountHash(ani.uid) });
    expect(JSON.stringify(refused)).not.toContain('elsewhere');
  });

  test('a failed bot check', async () => {
    const checked = await startTestServer({ botCheck: true }, { alone: true });
    lines = capturedLog();
    const answer = await fetch(`${checked.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: checked.backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'robot@school.test', password, gotrue_meta_security: { captcha_token: 'x' } }),
    });
    expect(answer.status).toBe(400);
    expect(security()).toEqual([
      expect.objectContaining({
        event: 'failed_bot_check',
        reason: 'invalid-input-response',
        operation: 'auth.signup',
      }),
    ]);
    await checked.stop();
  });

  test('rejected documents of a push in one line, by their number and kinds', async () => {
    const like = (id: string) => ({ id: `like/${id}`, kind: 'like', data: { text: 'Тайна' } });
    await call('sync_push', { p_docs: [like('1'), { id: 'x', kind: 'ani@school.test' }, like('2'), null] });
    const rejected = security();
    expect(rejected).toEqual([
      expect.objectContaining({
        level: 'warn',
        event: 'rejected_documents',
        count: 4,
        kinds: 'like unknown',
        operation: 'sync_push',
      }),
    ]);
    expect(JSON.stringify(rejected)).not.toMatch(/Тайна|@school/);
  });

  test('an administrator’s act, with neither the row nor its content', async () => {
    const { run } = server.backend.database;
    await run("insert into public.admin_users (email) values ('ani@school.test')");
    // A later sign-in would link the row to the account once its address is confirmed.
    await run("update public.admin_users set user_id = $1 where email = 'ani@school.test'", [ani.uid]);
    lines = capturedLog();
    const id = randomUUID();
    const { error } = await ani.client.from('news').insert({ id, title: 'Тайна', summary: 'x', content: 'x' });
    expect(error).toBeNull();
    await call('note_admin_action', { p_action: 'export', p_subject: 'ani@school.test' });
    const acts = () => security().filter(({ event }) => event === 'admin_act');
    await expect
      .poll(acts)
      .toEqual([
        expect.objectContaining({ level: 'info', action: 'insert', table: 'news', account: requests()[0]?.account }),
        expect.objectContaining({ action: 'export', account: requests()[0]?.account }),
      ]);
    expect(JSON.stringify(lines())).not.toMatch(new RegExp(`Тайна|@school|${id}`));
    await run('delete from public.admin_users where user_id = $1', [ani.uid]);
  });
});

describe('/metrics', () => {
  const scrape = (headers: Record<string, string> = {}) => fetch(`${server.paymentsUrl}/metrics`, { headers });

  test('counts requests, pushed documents, waits for the database and runs of jobs', async () => {
    await call('sync_push', { p_docs: [{ id: 'nonsense', kind: 'nonsense' }] });
    const answer = await scrape();
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    for (const line of [
      /^sloy_http_requests_total\{operation="sync_push",status="200"\} \d+$/m,
      /^sloy_http_request_seconds_bucket\{le="0\.1",operation="sync_push"\} \d+$/m,
      /^sloy_sync_push_docs_total\{status="rejected"\} [1-9]\d*$/m,
      /^sloy_database_queue_wait_seconds_count [1-9]\d*$/m,
      /^sloy_realtime_sockets 0$/m,
      /^sloy_job_last_run_timestamp_seconds\{job="billing-clock",result="success"\} \d/m,
      /^sloy_security_events_total\{event="failed_sign_in"\} \d/m,
      /^process_resident_memory_bytes \d/m,
    ])
      expect(text).toMatch(line);
    expect(text).not.toMatch(new RegExp(`@|${ani.uid}`));
  });

  test('is for this machine alone: a request through a proxy or for another host finds nothing', async () => {
    expect((await scrape({ 'x-forwarded-for': '127.0.0.1' })).status).toBe(404);
    const behind = await startTestServer({ trustProxy: true });
    expect((await fetch(`${behind.paymentsUrl}/metrics`)).status).toBe(404);
    await behind.stop();
  });

  test('with METRICS_TOKEN is for its bearer alone, also on this machine', async () => {
    const guarded = await startTestServer({
      trustProxy: true,
      telemetry: { ...server.settings.telemetry, metricsToken: METRICS_TOKEN },
    });
    const status = async (authorization?: string) =>
      (await fetch(`${guarded.paymentsUrl}/metrics`, { headers: authorization ? { authorization } : {} })).status;
    expect([await status(), await status('Bearer wrong'), await status(`Bearer ${METRICS_TOKEN}`)]).toEqual([
      401, 401, 200,
    ]);
    await guarded.stop();
  });
});

describe('/health', () => {
  const health = async () => {
    const answer = await fetch(`${server.paymentsUrl}/health`);
    return { status: answer.status, body: await answer.json() };
  };

  test('names a job that failed, and how each job ended', async () => {
    await server.backend.database.run(
      `insert into public.background_jobs (name, last_started_at, last_finished_at, duration_ms, error) values
         ('database-dump', '2026-11-01T10:00:00Z', '2026-11-01T10:00:02Z', 2000, 'ENOSPC of ani@school.test')
       on conflict (name) do update set error = excluded.error, last_started_at = excluded.last_started_at,
         last_finished_at = excluded.last_finished_at, duration_ms = excluded.duration_ms`,
    );
    const { status, body } = await health();
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'degraded' });
    expect(body.problems).toContainEqual({ problem: 'job_failed', job: 'database-dump' });
    expect(body.jobs).toContainEqual({
      name: 'database-dump',
      result: 'failure',
      started_at: '2026-11-01T10:00:00.000Z',
      finished_at: '2026-11-01T10:00:02.000Z',
      duration_ms: 2000,
    });
    expect(JSON.stringify(body)).not.toContain('ani@');
  });

  test('names a job that has not started for three of its intervals, and the disk', async () => {
    const job = { name: 'hourly', everyMs: 3_600_000, firstAfterMs: 0, timeoutMs: 60_000, run: async () => undefined };
    let now = Date.now();
    const read = openHealth({
      jobs: [job],
      runner: new JobRunner([job]),
      store: new JobStore(async () => []),
      machine: async () => ['disk_full'],
      now: () => now,
    });
    expect((await read()).problems).toEqual([{ problem: 'disk_full' }]);
    now += 3 * 3_600_000 + 60_001;
    expect((await read()).problems).toEqual([{ problem: 'disk_full' }, { problem: 'job_late', job: 'hourly' }]);
  });

  test('answers 503 and names the database when it does not answer', async () => {
    await server.backend.database.run('alter function public.job_runs() rename to job_runs_of_before');
    await server.backend.database.run(
      `create function public.job_runs() returns jsonb language plpgsql as $$ begin raise exception 'down'; end $$`,
    );
    const { status, body } = await health();
    await server.backend.database.run('drop function public.job_runs()');
    await server.backend.database.run('alter function public.job_runs_of_before() rename to job_runs');
    expect([status, body.status]).toEqual([503, 'down']);
    expect(body.problems).toContainEqual({ problem: 'database_unavailable' });
    expect(body.jobs.length).toBeGreaterThan(5);
  });
});
