import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { limits } from '../../server/http/rate-limit';
import { clientOf, password, solvedChallenge, startTestServer, type TestServer } from './harness';
import { startCluster } from './postgres-cluster';
import { startS3 } from './s3-server';

// Two servers with one PostgreSQL and one S3 store are one installation: whatever one has given out or ended, the other accepts or refuses.

let postgres: Awaited<ReturnType<typeof startCluster>>;
let store: Awaited<ReturnType<typeof startS3>>;
let a: TestServer;
let b: TestServer;

beforeAll(async () => {
  [postgres, store] = await Promise.all([startCluster(), startS3()]);
  const shared = { databaseUrl: postgres.databaseUrl, s3: store.s3, botCheck: true, rateLimits: 'on' as const };
  [a, b] = await Promise.all([startTestServer(shared), startTestServer(shared)]);
}, 120_000);
afterAll(async () => {
  await a?.stop();
  await b?.stop();
  await postgres?.stop();
  await store?.stop();
});

/** Registers at one server with a bot check that the other issued. */
async function register(name: string, at: TestServer, checkedBy: TestServer) {
  const client = clientOf(at);
  const captchaToken = await solvedChallenge(checkedBy.url);
  const { data, error } = await client.auth.signUp({
    email: `${name}@school.test`,
    password,
    options: { captchaToken },
  });
  if (error || !data.session) throw error ?? new Error('no session');
  return { client, captchaToken, uid: data.session.user.id, token: data.session.access_token };
}

const statusAt = async (server: TestServer, token: string) =>
  (
    await fetch(`${server.url}/rest/v1/rpc/who`, {
      method: 'POST',
      headers: {
        apikey: server.backend.publishableKey,
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
      },
      body: '{}',
    })
  ).status;

test('servers that start at the same time apply each migration once and have the same keys', async () => {
  expect([a, b].map(({ backend }) => backend.migrated.length).toSorted()).toEqual([0, 1]);
  expect(b.backend.secrets).toEqual(a.backend.secrets);
  const keyOf = async ({ paymentsUrl }: typeof a) => (await fetch(`${paymentsUrl}/push-key`)).json();
  const [one, other] = await Promise.all([a, b].map(keyOf));
  expect(other).toEqual(one);
  const [role] = await a.backend.database.run(
    "select has_schema_privilege('service_role', 'embedded', 'usage') as may",
    [],
  );
  expect(role?.may).toBe(false);
});

test('a server without the S3 store refuses to start beside them', async () => {
  await expect(startTestServer({ databaseUrl: postgres.databaseUrl })).rejects.toThrow(
    'Another server is already running on the database of DATABASE_URL. Several servers need a shared S3 store: set STORAGE_S3_BUCKET for each.',
  );
});

test('a bot check and a token of one are valid at the other; a used check and an ended session at neither', {
  timeout: 60_000,
}, async () => {
  const { client, captchaToken, token } = await register('maria', a, b);
  const again = await clientOf(b).auth.signUp({ email: 'new@school.test', password, options: { captchaToken } });
  expect(again.error?.message).toContain('timeout-or-duplicate');
  expect(await statusAt(b, token)).toBe(200);
  await client.auth.signOut({ scope: 'global' });
  expect(await statusAt(a, token)).toBe(401);
  await vi.waitFor(async () => expect(await statusAt(b, token)).toBe(401));
});

test('a guess at one counts at the other', { timeout: 60_000 }, async () => {
  const codes: unknown[] = [];
  for (let n = 0; n <= limits.signIn.account.acts; n += 1) {
    const at = n % 2 ? a : b;
    codes.push(
      (await clientOf(at).auth.signInWithPassword({ email: 'nobody@school.test', password: 'x' })).error?.code,
    );
  }
  expect(codes.slice(0, -1)).toEqual(codes.slice(0, -1).fill('invalid_credentials'));
  expect(codes.at(-1)).toBe('over_request_rate_limit');
});

test('a code that is guessed at one counts at the other', { timeout: 60_000 }, async () => {
  const { client, token } = await register('guessed', a, b);
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
  const guess = async (server: TestServer) => {
    const answer = await fetch(`${server.url}/auth/v1/factors/${data?.id}/verify`, {
      method: 'POST',
      headers: { apikey: server.backend.publishableKey, authorization: `Bearer ${token}` },
      body: JSON.stringify({ challenge_id: crypto.randomUUID(), code: '000000' }),
    });
    return answer.status;
  };
  const statuses: number[] = [];
  for (let n = 0; n <= limits.code.account.acts; n += 1) statuses.push(await guess(n % 2 ? a : b));
  expect(statuses).toEqual([...Array<number>(limits.code.account.acts).fill(422), 429]);
});

test('a change through one pokes the devices of the other', { timeout: 60_000 }, async () => {
  const { client, uid, token } = await register('poked', b, a);
  await client.realtime.setAuth(token);
  const poked = new Promise((heard) => {
    client
      .channel(`scope:account:${uid}`, { config: { private: true } })
      .on('broadcast', { event: 'poke' }, ({ payload }) => heard(payload))
      .subscribe((status) => {
        if (status === 'SUBSCRIBED') void a.backend.database.run('select public.poke($1)', [uid]);
      });
  });
  expect(await poked).toEqual({ spread_ms: 0 });
  await client.realtime.removeAllChannels();
});

/** Storage requests as the service. */
const requestsTo =
  ({ url, backend }: TestServer) =>
  (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/storage/v1/${path}`, {
      method,
      headers: { apikey: backend.secrets.secret_key, 'content-type': 'video/mp4', ...headers },
      ...(body === undefined ? {} : { body }),
    });

test('a file that one stored is read, replaced, copied and removed through the other', {
  timeout: 60_000,
}, async () => {
  const [atA, atB] = [requestsTo(a), requestsTo(b)];
  expect((await atA('POST', 'object/videos/папка/a.mp4', 'video')).status).toBe(200);
  const first = await atB('GET', 'object/videos/папка/a.mp4', undefined, { range: 'bytes=1-2' });
  expect([first.status, first.headers.get('content-range'), await first.text()]).toEqual([206, 'bytes 1-2/5', 'id']);
  expect((await atB('PUT', 'object/videos/папка/a.mp4', 'another')).status).toBe(200);
  const range = { range: 'bytes=0-1', 'if-range': first.headers.get('etag') ?? '' };
  const second = await atA('GET', 'object/videos/папка/a.mp4', undefined, range);
  expect([second.status, await second.text()]).toEqual([200, 'another']);
  const json = { 'content-type': 'application/json' };
  const copy = JSON.stringify({ bucketId: 'videos', sourceKey: 'папка/a.mp4', destinationKey: 'b.mp4' });
  expect((await atA('POST', 'object/copy', copy, json)).status).toBe(200);
  const removed = JSON.stringify({ prefixes: ['папка/a.mp4'] });
  expect((await atB('DELETE', 'object/videos', removed, json)).status).toBe(200);
  expect((await atA('GET', 'object/videos/папка/a.mp4')).status).toBe(400);
  expect(await (await atB('GET', 'object/videos/b.mp4')).text()).toBe('another');
});
test('an upload that one began is continued and finished by the other', { timeout: 60_000 }, async () => {
  const clip = readFileSync(join(import.meta.dirname, '../../supabase/media/lessons/vase.mp4'));
  const bytes = Buffer.concat([clip, randomBytes(20 * 1024 * 1024)]);
  const headers = { apikey: a.backend.secrets.secret_key };
  const metadata = { bucketName: 'videos', objectName: 'large.mp4', contentType: 'video/mp4', cacheControl: '60' };
  const options = { headers, metadata, chunkSize: 7 * 1024 * 1024, retryDelays: [] };
  const begun = await new Promise<string>((done, failed) => {
    const upload: Upload = new Upload(bytes, {
      ...options,
      endpoint: `${a.url}/storage/v1/upload/resumable`,
      onChunkComplete: () => void upload.abort().then(() => done(upload.url ?? '')),
      onError: failed,
    });
    upload.start();
  });
  await new Promise<void>((done, failed) => {
    new Upload(bytes, {
      ...options,
      uploadUrl: b.url + new URL(begun).pathname,
      onSuccess: () => done(),
      onError: failed,
    }).start();
  });
  const head = await fetch(a.url + new URL(begun).pathname, {
    method: 'HEAD',
    headers: { ...headers, 'tus-resumable': '1.0.0' },
  });
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, String(bytes.length)]);
  const stored = await fetch(`${a.url}/storage/v1/object/videos/large.mp4`, { headers });
  expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true);
});
