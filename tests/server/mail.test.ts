import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { landingOf } from '../../server/embedded/auth/mail-links';
import { Mailbox } from '../../server/mailbox/mailbox';
import { settingsOf } from '../../server/ops/settings';
import { clientOf, learner, password, sendTo, startTestServer, type TestServer } from './harness';

// An e-mailed link works once and leads only to this product, no response reveals an account, and only this machine can read the mailbox.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** The newest e-mail to an address and the parts of its link. */
function newestMail(email: string) {
  const mail = server.backend.mailbox.mails().find(({ to }) => to === email);
  const href = /href="([^"]+)"/.exec(mail?.html ?? '')?.[1]?.replaceAll('&amp;', '&');
  if (!mail || !href) throw new Error(`no mail to ${email}`);
  const url = new URL(href);
  const hash = new URLSearchParams(url.hash.slice(1));
  return {
    mail,
    url,
    token_hash: hash.get('token_hash') ?? '',
    type: hash.get('type'),
    error_code: hash.get('error_code'),
  };
}

const ask = (path: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
  fetch(`${server.url}/auth/v1/${path}`, {
    method,
    headers: { apikey: server.backend.publishableKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const askLink = (email: string, query = '') => ask(`otp${query}`, { email, create_user: false });
const verify = (token_hash: string, type: 'magiclink' | 'recovery') =>
  clientOf(server).auth.verifyOtp({ token_hash, type });

test('a link signs in once, on any device, and not a second time', async () => {
  const { uid } = await learner(server, 'link');
  const back = `?redirect_to=${encodeURIComponent(`${server.url}/login/link?from=${encodeURIComponent('/course/1?x=2')}`)}`;
  expect((await askLink('Link@school.test', back)).status).toBe(200);
  const { url, token_hash, type } = newestMail('link@school.test');
  expect([url.origin, url.pathname, url.searchParams.get('from'), type]).toEqual([
    server.url,
    '/login/link',
    '/course/1?x=2',
    'magiclink',
  ]);
  const { data } = await verify(token_hash, 'magiclink');
  expect(data.user?.id).toBe(uid);
  expect((await verify(token_hash, 'magiclink')).error?.code).toBe('otp_expired');
  expect((await verify(token_hash, 'recovery')).error?.code).toBe('otp_expired');
});

test('only one of two concurrent openings of a link signs in', async () => {
  await learner(server, 'twice');
  await askLink('twice@school.test');
  const { token_hash } = newestMail('twice@school.test');
  const answers = await Promise.all(Array.from({ length: 4 }, () => verify(token_hash, 'magiclink')));
  expect(answers.filter(({ error }) => !error)).toHaveLength(1);
});

test('a link expires after ten minutes, as all texts say, and a newer one does not end it', async () => {
  const { uid } = await learner(server, 'late');
  await askLink('late@school.test');
  const first = newestMail('late@school.test').token_hash;
  await askLink('late@school.test');
  const second = newestMail('late@school.test').token_hash;
  expect((await verify(first, 'magiclink')).error).toBeNull();
  await server.backend.database.run(
    "update embedded.open_links set expires_at = expires_at - interval '601 seconds' where user_id = $1",
    [uid],
  );
  expect((await verify(second, 'magiclink')).error?.code).toBe('otp_expired');
  expect(newestMail('late@school.test').mail.html).toContain('важи 10 минути');
  expect(readFileSync('supabase/config.toml', 'utf8')).toContain('otp_expiry = 600');
});

test('the database holds no token that opens a link', async () => {
  const { uid } = await learner(server, 'digest');
  await askLink('digest@school.test');
  const { token_hash } = newestMail('digest@school.test');
  const [row] = await server.backend.database.run('select digest from embedded.open_links where user_id = $1', [uid]);
  expect(row?.digest).not.toBe(token_hash);
  expect((await verify(String(row?.digest), 'magiclink')).error?.code).toBe('otp_expired');
  expect((await verify(token_hash, 'magiclink')).error).toBeNull();
});

test('a new password by link ends the other sessions and pending links at once', async () => {
  const before = await learner(server, 'forgot');
  // Confirms the address first, because the first confirmation would by itself end the sessions too.
  await server.backend.database.run('update auth.users set email_confirmed_at = now() where id = $1', [before.uid]);
  await ask('recover', { email: 'forgot@school.test' });
  const { token_hash, type, url } = newestMail('forgot@school.test');
  expect([type, url.pathname]).toEqual(['recovery', '/login/link']);
  const reset = clientOf(server);
  await reset.auth.verifyOtp({ token_hash, type: 'recovery' });
  await askLink('forgot@school.test');
  const underWay = newestMail('forgot@school.test').token_hash;
  expect((await reset.auth.updateUser({ password })).error?.code).toBe('same_password');
  expect((await reset.auth.updateUser({ password: 'Nova-2026!' })).error).toBeNull();

  expect((await before.client.from('notes').select()).error).not.toBeNull();
  expect((await before.client.auth.refreshSession()).error).not.toBeNull();
  expect((await reset.from('notes').select()).error).toBeNull();
  expect((await verify(underWay, 'magiclink')).error?.code).toBe('otp_expired');
  const client = clientOf(server);
  expect((await client.auth.signInWithPassword({ email: 'forgot@school.test', password })).error?.message).toBe(
    'Invalid login credentials',
  );
  expect(
    (await client.auth.signInWithPassword({ email: 'forgot@school.test', password: 'Nova-2026!' })).error,
  ).toBeNull();
});

const home = 'http://localhost:3000';
const elsewhere = [
  ['another site', 'https://evil.test/login/link?from=/x'],
  ['another port', 'http://localhost:1/login/link'],
  ['another scheme', 'https://localhost:3000/login/link'],
  ['a name that begins like ours', 'http://localhost.evil.test:3000/login/link'],
  ['a user name that looks like ours', 'http://localhost:3000@evil.test/'],
  ['a script', 'javascript:alert(1)'],
  ['no address', '//evil.test'],
  ['nothing', undefined],
  ['a screen elsewhere', `${home}/login/link?from=//evil.test/x`],
  ['a screen behind a backslash', `${home}/login/link?from=/%5Cevil.test`],
  ['a screen behind a tab', `${home}/login/link?from=/%09/evil.test`],
  ['another screen of ours', `${home}/settings?from=https://evil.test`],
] as const;

test.each(elsewhere)('a mail’s link leads only to this product: %s', (_, asked) => {
  expect(landingOf(asked, { localPort: 3000 }, [])).toBe(`${home}/login/link`);
  expect(landingOf(asked, { localPort: 3000 }, ['https://sloy.example'])).toMatch(
    /^(https:\/\/sloy\.example|http:\/\/localhost:3000)\/login\/link$/,
  );
});

test('a mail’s link leads only to this product, whatever host the request names', async () => {
  const redirect = encodeURIComponent('https://evil.test/login/link');
  const headers = { 'x-forwarded-host': 'evil.test', origin: 'https://evil.test', referer: 'https://evil.test' };
  await ask(`recover?redirect_to=${redirect}`, { email: 'nobody@school.test' }, headers);
  expect(newestMail('nobody@school.test').url.href).toBe(`${server.url}/login/link#error_code=user_not_found`);
  expect(landingOf('https://sloy.example/login/link?from=/a', { localPort: 3000 }, ['https://sloy.example'])).toBe(
    'https://sloy.example/login/link?from=%2Fa',
  );
});

describe('answers do not reveal whether an account exists', () => {
  test('by the text: existing and unknown addresses get the same answer and a mail each', async () => {
    await learner(server, 'there');
    for (const path of ['otp', 'recover']) {
      const answers = await Promise.all(
        ['there@school.test', 'not-there@school.test'].map(async (email) => {
          const answer = await ask(path, { email, create_user: false });
          return [answer.status, await answer.text(), [...answer.headers.keys()].sort()];
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.slice(0, 2)).toEqual([200, '{}']);
    }
    const { mail, error_code, token_hash } = newestMail('not-there@school.test');
    expect([mail.subject, error_code, token_hash]).toEqual(['Няма профил с този имейл адрес', 'user_not_found', '']);
  });

  test('by the text of a sign-in: only somebody with the password learns that the account is unconfirmed', async () => {
    const { uid } = await learner(server, 'waiting');
    await server.backend.database.run(
      'update auth.users set email_confirmed_at = null, phone_confirmed_at = null where id = $1',
      [uid],
    );
    const messages = await Promise.all(
      [
        { email: 'waiting@school.test', password },
        { email: 'waiting@school.test', password: 'guess' },
        { email: 'no-one@school.test', password: 'guess' },
        { email: 'waiting@school.test', password: '' },
        { email: 'waiting@school.test', password: ['a'] },
        { email: 'no-one@school.test', password: ['a'] },
      ].map(async (body) => ((await (await ask('token?grant_type=password', body)).json()) as { msg: string }).msg),
    );
    expect(messages).toEqual(['Email not confirmed', ...Array.from({ length: 5 }, () => 'Invalid login credentials')]);
  });

  test('by the time: a password is also compared for an unknown account', async () => {
    await learner(server, 'timed');
    const times = async (email: string) => {
      const began = performance.now();
      await ask('token?grant_type=password', { email, password: 'a wrong guess' });
      return performance.now() - began;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      known.push(await times('timed@school.test'));
      unknown.push(await times('untimed@school.test'));
    }
    // Without the dummy hash comparison, the response for an unknown address takes a tenth of the time for a known address.
    expect(Math.min(...unknown) / Math.min(...known)).toBeGreaterThan(0.4);
  });
});

test('a body that only the auth service understands cannot bypass the limits', async () => {
  const limited = await startTestServer({ rateLimits: 'on' });
  try {
    const send = (type: string, body: string) =>
      fetch(`${limited.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: limited.backend.publishableKey, 'content-type': type },
        body,
      });
    expect((await send('application/x-www-form-urlencoded', 'email=victim%40school.test&password=guess')).status).toBe(
      400,
    );
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1)
      statuses.push(
        (await send('application/x-www-form-urlencoded', '{"email":"victim@school.test","password":"g"}')).status,
      );
    expect([statuses.slice(0, 10).includes(429), statuses[10]]).toEqual([false, 429]);
    const mails = async () =>
      (
        await fetch(`${limited.url}/auth/v1/recover`, {
          method: 'POST',
          headers: { apikey: limited.backend.publishableKey },
          body: '{"email":"a@school.test"}',
        })
      ).status;
    const asked: number[] = [];
    for (let n = 0; n < 6; n += 1) asked.push(await mails());
    expect(asked).toEqual([200, 200, 200, 200, 200, 429]);
  } finally {
    await limited.stop();
  }
});

test('auth routes that the product does not use answer 404', async () => {
  const { token } = await learner(server, 'unused');
  const authorization = `Bearer ${token}`;
  const gets = [
    'verify?token=x&type=magiclink&redirect_to=https://evil.test',
    'authorize?provider=google&redirect_to=https://evil.test',
    'callback?error=x',
    'reauthenticate',
  ];
  for (const path of gets) {
    const answer = await fetch(`${server.url}/auth/v1/${path}`, {
      redirect: 'manual',
      headers: { apikey: server.backend.publishableKey, authorization },
    });
    expect([answer.status, answer.headers.get('location')], path).toEqual([404, null]);
  }
  for (const path of [
    'magiclink',
    'resend',
    'callback',
    'admin/users',
    'admin/generate_link',
    'OTP',
    'otp/',
    '%6ftp/',
  ]) {
    expect((await ask(path, { email: 'unused@school.test' }, { authorization })).status, path).toBe(404);
  }
});

test('an address cannot be changed with a session alone, because plans and administrators are found by it', async () => {
  const { client, uid } = await learner(server, 'mover');
  expect((await client.auth.updateUser({ email: 'admin@school.test' })).error?.message).toBe(
    'Invalid login credentials',
  );
  const [row] = await server.backend.database.run('select email, email_change from auth.users where id = $1', [uid]);
  expect([row?.email, row?.email_change || null]).toEqual(['mover@school.test', null]);
  expect((await client.auth.updateUser({ data: { bio: 'Печатам' } })).error).toBeNull();
});

describe('the mailbox', () => {
  let own: TestServer;
  beforeAll(async () => {
    own = await startTestServer({}, { alone: true });
  });
  afterAll(() => own.stop());
  /** Reads the mailbox with node:http, because fetch cannot send a Host header that differs from the URL. */
  const read = (headers: Record<string, string> = {}, path = new URL(own.mailboxUrl ?? '').pathname, on = own) =>
    new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((done, failed) => {
      const { hostname, port } = new URL(on.paymentsUrl);
      request({ hostname, port, path, headers }, (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        answer.on('end', () => done({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
      })
        .on('error', failed)
        .end();
    });

  test('shows the mails of this machine’s backend without scripts, and no other page can read it', async () => {
    await sendTo(own, 'POST', 'auth/v1/otp', { email: 'reader@school.test', create_user: false });
    const { status, text, headers } = await read();
    expect([status, text.includes('До: <strong>reader@school.test</strong>'), text.includes('<script')]).toEqual([
      200,
      true,
      false,
    ]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect([headers['cache-control'], headers['referrer-policy'], headers['x-frame-options']]).toEqual([
      'no-store',
      'no-referrer',
      'DENY',
    ]);
    const app = await read({ origin: own.url });
    expect(app.headers['access-control-allow-origin']).toBeUndefined();
  });

  test.each([
    ['through a proxy', { 'x-forwarded-for': '203.0.113.9' }],
    ['through a proxy that says so in the newer way', { forwarded: 'for=203.0.113.9' }],
    ['through a tunnel', { 'cf-connecting-ip': '203.0.113.9' }],
    ['under another name', { host: 'evil.test' }],
    ['under a name that begins like ours', { host: 'localhost.evil.test:80' }],
    ['under its address in the network', { host: '192.168.1.5:4242' }],
  ])('is not available %s', async (_, headers) => {
    const elsewhere = await read(headers, '/no-such-route');
    const { status, text } = await read(headers);
    expect(status).toBe(404);
    expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(JSON.parse(elsewhere.text)));
  });

  test('is not available without its key or on the web port, and the app never learns its address', async () => {
    const path = new URL(own.mailboxUrl ?? '').pathname;
    expect(path).toMatch(/^\/mailbox\/[\w-]{24}$/);
    expect((await read()).status).toBe(200);
    for (const wrong of ['/mailbox', '/mailbox/', `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`, `${path}/`])
      expect((await read({}, wrong)).status, wrong).toBe(404);
    expect((await fetch(`${own.url}${path}`)).status).toBe(404);
    const config = await (await fetch(`${own.url}/config.json`)).text();
    expect(JSON.parse(config)).toMatchObject({ mailbox: true });
    expect(config).not.toContain('/mailbox');
  });

  test.each([
    { HOST: '0.0.0.0' },
    { TRUST_PROXY: '1' },
    { ALLOWED_ORIGINS: 'https://school.example' },
    { PAYMENTS_URL: 'https://school.example/pay' },
  ])('does not exist with %o', async (env) => {
    const { localMailbox } = settingsOf(env);
    const open = await startTestServer({ localMailbox }, { alone: true });
    try {
      expect(open.mailboxUrl).toBeUndefined();
      const ways = ['/mailbox', new URL(own.mailboxUrl ?? '').pathname];
      for (const path of ways) expect((await read({}, path, open)).status).toBe(404);
      expect(await (await fetch(`${open.url}/config.json`)).json()).not.toHaveProperty('mailbox');
    } finally {
      await open.stop();
    }
  });

  test('keeps the last hundred mails for a day', () => {
    let now = 0;
    const box = new Mailbox({ now: () => now });
    for (let n = 0; n < 130; n += 1) box.post(`${n}@school.test`, 'no-account', 'http://localhost/"><script>');
    expect([box.mails().length, box.mails()[0]?.to, box.mails()[99]?.to]).toEqual([
      100,
      '129@school.test',
      '30@school.test',
    ]);
    expect(box.mails()[0]?.html).not.toContain('<script>');
    now = 24 * 60 * 60_000;
    expect(box.mails()).toEqual([]);
  });
});
