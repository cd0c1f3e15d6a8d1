import { request } from 'node:http';
import { join } from 'node:path';
import { sign } from 'hono/jwt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { learner, startTestServer, type TestServer } from './harness';

// All parts of the server must parse the Authorization header, the apikey and tokens in URLs alike.

let server: TestServer;
type Learner = Awaited<ReturnType<typeof learner>>;
let victim: Learner;
/** Accounts whose sessions were ended while their tokens are still valid: a learner, an administrator, a super administrator. */
let ended: Learner;
let endedAdmin: Learner;
let endedSuper: Learner;

beforeAll(async () => {
  server = await startTestServer({ supabaseDir: join(import.meta.dirname, '../../supabase') });
  victim = await learner(server, 'victim');
  ended = await learner(server, 'ended');
  endedAdmin = await administrator('admin', false);
  endedSuper = await administrator('super', true);
  for (const { client } of [ended, endedAdmin, endedSuper]) await client.auth.signOut();
}, 120_000);
afterAll(() => server.stop());

/** An account with a confirmed address and administrator rights. */
async function administrator(name: string, isSuper: boolean): Promise<Learner> {
  const account = await learner(server, name);
  const { database } = server.backend;
  await database.run('update auth.users set email_confirmed_at = now() where id = $1', [account.uid]);
  await database.run('insert into public.admin_users (email, is_super_admin) values ($1, $2)', [
    `${name}@school.test`,
    isSuper,
  ]);
  expect((await account.client.rpc(isSuper ? 'is_super_admin' : 'is_admin')).data).toBe(true);
  return account;
}

/** Sends raw header bytes: fetch would normalise them, and with a string body Node would encode them as UTF-8. */
function send(method: string, path: string, headers: Record<string, string | string[]>, body?: unknown) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const call = request(server.url + path, { method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    call.once('error', reject);
    call.end(body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
  });
}
const json = { 'content-type': 'application/json' };
const key = () => ({ apikey: server.backend.publishableKey });
const comment = {
  p_docs: [{ id: 'day/2026-11-20', kind: 'day', rev: 1, at: Date.now(), active_on: '2026-11-20', data: {} }],
};

const routes: [string, string, unknown?][] = [
  ['GET', '/rest/v1/profiles?select=*'],
  ['POST', '/rest/v1/rpc/sync_push', comment],
  ['POST', '/rest/v1/rpc/sync_pull', { p_cursors: [], p_limit: 1 }],
  ['POST', '/storage/v1/object/list/images', { prefix: '' }],
  ['POST', '/storage/v1/object/sign/images/x.png', { expiresIn: 60 }],
  ['GET', '/storage/v1/object/authenticated/images/x.png'],
  ['GET', '/auth/v1/user'],
];
/** Header values that a parser may take for `Bearer <token>` if it trims, splits or ignores case. */
const disguises: [string, (token: string) => string | string[]][] = [
  ['a non-breaking space after the token', (token) => `Bearer ${token}\u00a0`],
  ['a non-breaking space before the token', (token) => `Bearer \u00a0${token}`],
  ['two spaces', (token) => `Bearer  ${token}`],
  ['a tab', (token) => `Bearer\t${token}`],
  ['lower case', (token) => `bearer ${token}`],
  ['no scheme', (token) => token],
  ['another scheme', (token) => `Token ${token}`],
  ['a second token', (token) => `Bearer ${token}, Bearer ${token}`],
  ['a fourth part', (token) => `Bearer ${token}.x`],
  ['padding', (token) => `Bearer ${token}=`],
  ['a quote', (token) => `Bearer "${token}"`],
  ['a vertical tab', (token) => `Bearer ${token}\u0085`],
];

describe('a token in a malformed header is rejected, never treated as a missing one', () => {
  test.each(disguises)('%s', async (_, disguise) => {
    for (const { token } of [ended, endedAdmin, endedSuper, victim])
      for (const [method, path, body] of routes) {
        const answer = await send(method, path, { ...key(), ...json, authorization: disguise(token) }, body);
        expect([path, answer.status]).toEqual([path, 401]);
      }
  });
});

test('a token of an ended session is rejected on every service', async () => {
  for (const { token } of [ended, endedAdmin, endedSuper])
    for (const [method, path, body] of routes) {
      const answer = await send(method, path, { ...key(), ...json, authorization: `Bearer ${token}` }, body);
      expect([path, [401, 403].includes(answer.status)]).toEqual([path, true]);
    }
  const [row] = await server.backend.database.run('select count(*)::int as days from public.user_activity', []);
  expect(row).toEqual({ days: 0 });
});

test('keys and well-formed tokens are accepted, and a key as bearer value too', async () => {
  const list = (headers: Record<string, string>) =>
    send('POST', '/storage/v1/object/list/images', { ...json, ...headers }, { prefix: '' });
  const { publishableKey, secrets } = server.backend;
  expect((await list(key())).status).toBe(200);
  expect((await list({ ...key(), authorization: `Bearer ${publishableKey}` })).status).toBe(200);
  expect((await list({ ...key(), authorization: `Bearer ${victim.token}` })).status).toBe(200);
  expect((await list({ apikey: secrets.secret_key, authorization: `Bearer ${secrets.secret_key}` })).status).toBe(200);
  expect((await list({ ...key(), authorization: 'Bearer sb_secret_of_nobody' })).status).toBe(401);
});

test('an unknown apikey is rejected everywhere, and so are two different ones', async () => {
  const { publishableKey, secrets } = server.backend;
  for (const [method, path, body] of routes) {
    const other = path.includes('?') ? '&' : '?';
    for (const [query, headers] of [
      ['', { apikey: 'sb_secret_guessed' }],
      ['', { apikey: `${secrets.secret_key}\u00a0` }],
      [`${other}apikey=sb_secret_guessed`, {}],
      [`${other}apikey=${secrets.secret_key}`, { apikey: publishableKey }],
    ] as const) {
      const answer = await send(method, path + query, { ...json, ...headers }, body);
      expect([path, query, answer.status]).toEqual([path, query, 401]);
    }
  }
});

describe('a signed file URL is no access token', () => {
  const now = Math.floor(Date.now() / 1000);
  /** Uploads a file whose name is the account's id and signs a URL for it, as the service role. @returns the URL's token, valid for a year */
  async function fileToken(uid: string): Promise<string> {
    const service = { apikey: server.backend.secrets.secret_key };
    const path = `images/${uid}`;
    expect(
      (await send('POST', `/storage/v1/object/${path}`, { ...service, 'content-type': 'image/png' }, 'x')).status,
    ).toBe(200);
    const answer = await send(
      'POST',
      `/storage/v1/object/sign/${path}`,
      { ...service, ...json },
      { expiresIn: 366 * 86_400 },
    );
    const { signedURL } = JSON.parse(answer.text) as { signedURL: string };
    expect((await send('GET', `/storage/v1${signedURL}`, {})).status).toBe(200);
    return signedURL.split('token=')[1] ?? '';
  }

  test.each<[string, () => Learner]>([
    ['a learner', () => victim],
    ['an administrator', () => endedAdmin],
    ['a super administrator', () => endedSuper],
  ])('named like %s it opens its file and nothing else, in any form of the header', async (_, account) => {
    const { uid } = account();
    const token = await fileToken(uid);
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { aud: string };
    expect(claims.aud).toBe('storage');
    for (const authorization of [`Bearer ${token}`, `Bearer ${token}\u00a0`])
      for (const [method, path, body] of routes) {
        const answer = await send(method, path, { ...key(), ...json, authorization }, body);
        expect([path, [401, 403].includes(answer.status)]).toEqual([path, true]);
      }
    const days = await server.backend.database.run('select 1 from public.user_activity where user_id = $1', [uid]);
    expect(days).toEqual([]);
  });

  test('a token signed with the secret of access tokens opens no file', async () => {
    const claims = {
      sub: victim.uid,
      bucket: 'images',
      intent: 'download',
      iat: now - 10,
      exp: now + 60,
      aud: 'storage',
    };
    const open = async (token: string) =>
      (await send('GET', `/storage/v1/object/sign/images/${victim.uid}?token=${encodeURIComponent(token)}`, {})).status;
    const { jwt_secret, files_secret } = server.backend.secrets;
    expect(await open(await sign(claims, jwt_secret))).toBe(400);
    expect(await open(await sign({ ...claims, aud: 'authenticated' }, files_secret))).toBe(400);
    expect(await open(`${await sign(claims, files_secret)}\u00a0`)).toBe(400);
    expect(await open(await sign(claims, files_secret))).toBe(200);
  });

  test('an upload token is also signed with the secret of the files', async () => {
    const service = { apikey: server.backend.secrets.secret_key };
    const answer = await send('POST', `/storage/v1/object/upload/sign/images/${victim.uid}`, service);
    const { token } = JSON.parse(answer.text) as { token: string };
    for (const [method, path, body] of routes) {
      const rejected = await send(method, path, { ...key(), ...json, authorization: `Bearer ${token}` }, body);
      expect([path, [401, 403].includes(rejected.status)]).toEqual([path, true]);
    }
  });
});

test('realtime accepts only the exact key and exact tokens', async () => {
  const open = (apikey: string) =>
    new Promise<WebSocket | number>((resolve) => {
      const socket = new WebSocket(
        `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${encodeURIComponent(apikey)}&vsn=2.0.0`,
      );
      socket.once('open', () => resolve(socket));
      socket.once('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0));
      socket.once('error', () => undefined);
    });
  expect(await open(`${server.backend.publishableKey}\u00a0`)).toBe(401);
  expect(await open('')).toBe(401);
  const socket = await open(server.backend.publishableKey);
  if (typeof socket === 'number') throw new Error(`rejected with ${socket}`);
  const join = (token: string) =>
    new Promise<string>((resolve) => {
      socket.once('message', (data) =>
        resolve((JSON.parse(String(data)) as [unknown, unknown, unknown, unknown, { status: string }])[4].status),
      );
      const topic = `realtime:scope:account:${victim.uid}`;
      socket.send(JSON.stringify(['1', '1', topic, 'phx_join', { config: { private: true }, access_token: token }]));
    });
  expect(await join(`${victim.token}\u00a0`)).toBe('error');
  expect(await join(ended.token)).toBe('error');
  expect(await join(victim.token)).toBe('ok');
  socket.close();
});
