import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { learner, startTestServer, type TestServer } from './harness';

// /storage/v1 limits sizes, nesting depths and rates for every caller.

const MB = 1024 * 1024;
const supabaseDir = join(import.meta.dirname, '../../supabase');
let server: TestServer;
let pro: Awaited<ReturnType<typeof learner>>;
let admin: Awaited<ReturnType<typeof learner>>;
let boss: Awaited<ReturnType<typeof learner>>;

/** Registers an administrator and a super administrator with confirmed addresses. */
async function administrators(of: TestServer) {
  const [one, superior] = [await learner(of, 'admin'), await learner(of, 'boss')] as const;
  const { database } = of.backend;
  await database.run('update auth.users set email_confirmed_at = now() where id in ($1, $2)', [one.uid, superior.uid]);
  await database.run(
    "insert into public.admin_users (email, is_super_admin) values ('admin@school.test', false), ('boss@school.test', true)",
    [],
  );
  expect((await one.client.rpc('is_admin')).data).toBe(true);
  expect((await superior.client.rpc('is_super_admin')).data).toBe(true);
  return [one, superior] as const;
}

beforeAll(async () => {
  server = await startTestServer({ supabaseDir }, { alone: true });
  pro = await learner(server, 'pro');
  [admin, boss] = await administrators(server);
}, 120_000);
afterAll(() => server.stop());

/** Sends a body without Content-Length until the server responds or the body ends. @returns the status and the number of sent bytes. */
function sendChunked(path: string, headers: Record<string, string>, bytes: number, method = 'POST') {
  return new Promise<{ status: number; sent: number }>((resolve, reject) => {
    const call = request(server.url + path, {
      method,
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked', ...headers },
    });
    let status = 0;
    let sent = 0;
    call.once('response', (answer) => {
      status = answer.statusCode ?? 0;
      answer.resume();
      resolve({ status, sent });
      call.destroy();
    });
    call.once('error', (error) => (status ? undefined : reject(error)));
    const chunk = Buffer.alloc(64 * 1024, 0x5b);
    const write = async () => {
      while (sent < bytes && status === 0 && !call.destroyed) {
        sent += chunk.length;
        if (!call.write(chunk))
          await Promise.race([new Promise((drained) => call.once('drain', drained)), after(5_000)]);
      }
      if (!call.destroyed) call.end();
    };
    void write();
  });
}

const callers: [string, () => Record<string, string>][] = [
  ['no token', () => ({ apikey: server.backend.publishableKey })],
  ['a learner', () => ({ apikey: server.backend.publishableKey, authorization: `Bearer ${pro.token}` })],
  ['an administrator', () => ({ apikey: server.backend.publishableKey, authorization: `Bearer ${admin.token}` })],
  ['a super administrator', () => ({ apikey: server.backend.publishableKey, authorization: `Bearer ${boss.token}` })],
  ['the service', () => ({ apikey: server.backend.secrets.secret_key })],
];
const jsonRoutes: [string, string][] = [
  ['POST', '/storage/v1/object/sign/videos'],
  ['POST', '/storage/v1/object/sign/videos/lessons/video.mp4'],
  ['POST', '/storage/v1/object/upload/sign/videos/lessons/video.mp4'],
  ['POST', '/storage/v1/object/list/videos'],
  ['POST', '/storage/v1/object/move'],
  ['POST', '/storage/v1/object/copy'],
  ['DELETE', '/storage/v1/object/videos'],
  ['POST', '/storage/v1/bucket'],
];

describe.each(callers)('%s', (_, headers) => {
  test.each(jsonRoutes)('%s %s accepts at most 64 kB and reads no more', async (method, path) => {
    const { status, sent } = await sendChunked(path, headers(), 24 * MB, method);
    expect(status).toBe(413);
    expect(sent).toBeLessThan(12 * MB);
  });

  test('an endlessly nested body is rejected', async () => {
    const body = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    for (const [method, path] of jsonRoutes.filter(([, route]) => !route.includes('upload/sign'))) {
      const answer = await fetch(server.url + path, {
        method,
        headers: { ...headers(), 'content-type': 'application/json' },
        body,
      });
      expect([path, answer.status]).toEqual([path, 400]);
    }
  });
});

test('malformed credentials are rejected before the body is read', async () => {
  const headers = { apikey: server.backend.publishableKey, authorization: `Bearer ${pro.token}\u00a0` };
  const { status, sent } = await sendChunked('/storage/v1/object/videos/lessons/video.mp4', headers, 64 * MB);
  expect(status).toBe(401);
  expect(sent).toBeLessThan(16 * MB);
});

test('concurrent large bodies do not stay in memory', async () => {
  const before = process.memoryUsage().rss;
  const answers = await Promise.all(
    ['sign/videos', 'list/videos', 'move'].map((path) =>
      sendChunked(`/storage/v1/object/${path}`, { apikey: server.backend.publishableKey }, 60 * MB),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([413, 413, 413]);
  expect(process.memoryUsage().rss - before).toBeLessThan(80 * MB);
});

describe('rate limits', () => {
  let limited: TestServer;
  beforeAll(async () => {
    limited = await startTestServer({ supabaseDir, rateLimits: 'on' }, { alone: true });
  }, 120_000);
  afterAll(() => limited.stop());

  const signMany = async (headers: Record<string, string>, times: number) => {
    const statuses: number[] = [];
    for (let i = 0; i < times; i += 100)
      statuses.push(
        ...(await Promise.all(
          Array.from({ length: 100 }, async () => {
            const answer = await fetch(`${limited.url}/storage/v1/object/sign/videos`, {
              method: 'POST',
              headers: { 'content-type': 'application/json', apikey: limited.backend.publishableKey, ...headers },
              body: JSON.stringify({ expiresIn: 60, paths: [] }),
            });
            await answer.text();
            return answer.status;
          }),
        )),
      );
    return statuses.filter((status) => status === 429).length;
  };

  test('a visitor, a learner and each administrator may sign six hundred times a minute', {
    timeout: 120_000,
  }, async () => {
    expect(await signMany({}, 700)).toBe(100);
    const { token } = await learner(limited, 'pro');
    expect(await signMany({ authorization: `Bearer ${token}` }, 700)).toBe(100);
    // 101 instead of 100, because the check of an administrator's rights was the first call of this minute.
    for (const administrator of await administrators(limited))
      expect(await signMany({ authorization: `Bearer ${administrator.token}` }, 700)).toBe(101);
    // The rate limit does not count the service role.
    expect(await signMany({ apikey: limited.backend.secrets.secret_key }, 700)).toBe(0);
  });
});
