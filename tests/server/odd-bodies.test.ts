import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { learner, startTestServer, type TestServer } from './harness';

// Whatever a caller writes into a body is the caller's fault: no answer is a 5xx, and none shows the code or the database behind it.

let server: TestServer;
let token: string;
let uid: string;
beforeAll(async () => {
  server = await startTestServer({ supabaseDir: resolve('supabase') });
  ({ token, uid } = await learner(server, 'odd'));
  const { run } = server.backend.database;
  await run('update auth.users set email_confirmed_at = now() where id = $1', [uid]);
  await run('insert into public.admin_users (email, is_super_admin) values ($1, true)', ['odd@school.test']);
}, 120_000);
afterAll(() => server.stop());

interface Asked {
  body?: unknown;
  headers?: Record<string, string>;
  base?: string;
}
async function ask(method: string, path: string, { body, headers, base = server.url }: Asked = {}) {
  const answer = await fetch(base + path, {
    method,
    headers: {
      apikey: server.backend.publishableKey,
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}
type Request = [method: string, path: string, asked?: Asked];

/** The requests whose answer is not `status`, or that tells of the inside. */
async function others(status: number, requests: Request[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const [method, path, asked] of requests) {
    const answer = await ask(method, path, asked);
    const tells = /TypeError|is not a function|encoding|\bat \w+ \(|node_modules/.test(answer.text);
    if (answer.status !== status || tells)
      wrong.push(`${answer.status} ${method} ${path} ${JSON.stringify(asked)} ${answer.text.slice(0, 200)}`);
  }
  return wrong;
}

test('an odd listing of files', async () => {
  const bodies = [
    { prefix: '\0' },
    { prefix: '\ud800' },
    { prefix: 5 },
    { search: '\0' },
    { search: {} },
    { limit: 1e30 },
    { limit: -1 },
    { limit: 1.5 },
    { limit: 'x' },
    { offset: 1e30 },
    { offset: -1 },
    { offset: {} },
    { sortBy: 'name' },
    { sortBy: { column: 'constructor', order: 'asc' } },
    { sortBy: { column: 'nope;' } },
    { sortBy: { column: '' } },
    { sortBy: { column: 'name', order: 'sideways' } },
    { sortBy: { column: 'name', order: 'constructor' } },
    { 'no\0pe': 1 },
    [],
  ];
  const list = '/storage/v1/object/list/images';
  expect(
    await others(
      400,
      bodies.map((body) => ['POST', list, { body }]),
    ),
  ).toEqual([]);
  const usual = { prefix: '', limit: 100, offset: 0, sortBy: { column: 'created_at', order: 'desc' } };
  expect((await ask('POST', list, { body: usual })).status).toBe(200);
  expect((await ask('POST', list, { body: {} })).status).toBe(200);
});

test('an odd name of a bucket or a file', async () => {
  const files = { bucketId: 'images', sourceKey: 'a.png', destinationKey: 'b.png' };
  const moves = [
    { ...files, bucketId: 'im\0' },
    { ...files, bucketId: {} },
    { ...files, bucketId: undefined },
    { ...files, bucketId: '\ud800' },
    { ...files, destinationBucket: 5 },
    { ...files, sourceKey: 'a\0' },
    { ...files, destinationKey: '\udc00' },
    [],
  ];
  const requests = moves.flatMap((body): Request[] => [
    ['POST', '/storage/v1/object/move', { body }],
    ['POST', '/storage/v1/object/copy', { body }],
  ]);
  expect(
    await others(400, [
      ...requests,
      ['DELETE', '/storage/v1/object/images', { body: { prefixes: ['\ud800'] } }],
      ['DELETE', '/storage/v1/object/im%00', { body: { prefixes: ['a'] } }],
      ['POST', '/storage/v1/object/sign/images', { body: { expiresIn: 5, paths: ['\ud800'] } }],
      ['POST', '/storage/v1/object/sign/images/a.png', { body: { expiresIn: 1e30 } }],
    ]),
  ).toEqual([]);
});

test('odd metadata of a resumable upload', async () => {
  const encoded = (metadata: Record<string, string>) =>
    Object.entries(metadata)
      .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
      .join(',');
  const usual = { bucketName: 'images', objectName: 'a.png', contentType: 'image/png' };
  const odd = [
    { ...usual, contentType: 'a\0b' },
    { ...usual, bucketName: 'im\0' },
    { ...usual, objectName: 'a\0' },
    { ...usual, cacheControl: '\0' },
    { ...usual, owner: '\0' },
    { ...usual, metadata: '{"a":"\0"}' },
  ];
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '10' };
  expect(
    await others(
      400,
      odd.map((metadata) => [
        'POST',
        '/storage/v1/upload/resumable',
        { headers: { ...headers, 'upload-metadata': encoded(metadata) } },
      ]),
    ),
  ).toEqual([]);
});

test('a registration whose password is no text', async () => {
  const passwords = [12345678, true, {}, ['Parola-2026!'], null, undefined];
  expect(
    await others(
      400,
      passwords.map((password, index) => [
        'POST',
        '/auth/v1/signup',
        { body: { email: `odd-${index}@school.test`, password } },
      ]),
    ),
  ).toEqual([]);
});

test('metadata that the app does not know is not stored', async () => {
  const data = { bio: 'а'.repeat(20_000), full_name: 'Ана' };
  expect((await ask('PUT', '/auth/v1/user', { body: { data } })).status).toBe(200);
  const [row] = await server.backend.database.run('select raw_user_meta_data as stored from auth.users where id = $1', [
    uid,
  ]);
  expect(Object.keys(row?.stored as object)).not.toContain('bio');
  expect(row?.stored).toMatchObject({ full_name: 'Ана', email: 'odd@school.test' });
});

test('odd columns of an upsert', async () => {
  const body = { user_id: uid, video_id: uid };
  const headers = { prefer: 'resolution=merge-duplicates' };
  const queries = ['constructor', '__proto__', 'toString', '', 'id;', 'a.b', '*', 'id,', '"id', '👀', '%00'].flatMap(
    (name) => [`on_conflict=${name}`, `columns=${name}`],
  );
  expect(
    await others(
      400,
      queries.map((query) => ['POST', `/rest/v1/user_bookmarks?${query}`, { body, headers }]),
    ),
  ).toEqual([]);
  // No lesson has this id, so the database reads the columns and refuses the row.
  const usual = '/rest/v1/user_bookmarks?on_conflict=user_id,video_id&columns="user_id","video_id"';
  expect((await ask('POST', usual, { body: [body], headers })).text).toContain('42501');
});

test('odd bodies of the service', async () => {
  const base = server.paymentsUrl;
  const push = { userId: uid, title: 'Урок' };
  const texts = [
    { ...push, title: '\ud800' },
    { ...push, body: 'a\udc00' },
    { ...push, link: '/a\0' },
    { ...push, link: '/\ud800' },
    { ...push, title: 5 },
    { ...push, userIds: ['\0'] },
    { ...push, 'no\0pe': 1 },
    [],
  ];
  expect(
    await others(400, [
      ...texts.map((body): Request => ['POST', '/api/send-push-notification', { base, body }]),
      ['POST', '/api/test-push-notification', { base, body: { userId: '\0' } }],
      ['POST', '/client-errors', { base, headers: { origin: server.url }, body: { message: '\ud800' } }],
      ['POST', '/check-subscription', { base, body: { email: 'a@\ud800' } }],
    ]),
  ).toEqual([]);
  expect((await ask('POST', '/api/send-push-notification', { base, body: push })).status).toBe(200);
});

test('odd paths and queries of the service and of files', async () => {
  const base = server.paymentsUrl;
  const paths = [
    '/billing-history/a%00',
    '/billing-history/%ED%A0%80',
    '/billing-history/a?limit=%00',
    '/credentials/keys/%00',
  ];
  const answers = await Promise.all([
    ...paths.map((path) => ask('GET', path, { base })),
    ask('GET', '/credentials/%00', { base }),
    ask('GET', '/storage/v1/object/public/images/%F0%28'),
    ask('GET', '/storage/v1/object/info/images/%F0%28'),
    ask('GET', '/storage/v1/bucket/constructor'),
    ask('POST', '/auth/v1/recover?redirect_to=%00', { body: { email: 'nobody@school.test' } }),
    ask('GET', '/auth/v1/%00'),
  ]);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
});
