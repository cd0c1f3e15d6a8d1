import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailWarning, plainText, smtpSender } from '../../server/mailbox/smtp';
import { settingsOf } from '../../server/ops/settings';
import { clientOf, learner, password, sendTo, startTestServer, type TestServer } from './harness';

// Registering an e-mail address proves nothing: the rights and plans of the address require opening an e-mailed link.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ supabaseDir: join(import.meta.dirname, '../../supabase') });
}, 120_000);
afterAll(() => server.stop());

const run = (sql: string, params: unknown[] = []) => server.backend.database.run(sql, params);
const ask = (method: string, path: string, token: string | undefined, body: unknown = {}) =>
  sendTo(server, method, `auth/v1/${path}`, body, token);
function tokenMailedTo(email: string): string {
  const html = server.backend.mailbox.mails().find(({ to }) => to === email)?.html ?? '';
  return /token_hash=(\w+)/.exec(html)?.[1] ?? '';
}
/** @param session access token of the browser that opens the link */
const open = async (token_hash: string, session?: string, type = 'magiclink') =>
  (await ask('POST', 'verify', session, { token_hash, type })).json() as Promise<{
    access_token?: string;
    error_code?: string;
    ended?: { password: boolean; sessions: number };
  }>;
const SMTP_URL = 'smtp://a%40b.bg:x@mail.b.bg';
type Learner = Awaited<ReturnType<typeof learner>>;
const addressOf = async ({ client }: Pick<Learner, 'client'>) => (await client.rpc('my_address')).data;
const linkFor = async ({ token }: Learner, email: string) => {
  expect((await ask('POST', 'address/link', token)).status).toBe(200);
  return tokenMailedTo(email);
};
const correct = (token: string | undefined, email: string, current_password = password) =>
  ask('PUT', 'user', token, { email, current_password });
/** Requests a link on the login page as the owner of the address, who is not signed in. */
const linkForOwner = async (email: string) => {
  await ask('POST', 'otp', undefined, { email, create_user: false });
  return tokenMailedTo(email);
};

test('registering signs in at once, and the address stays unproven until its link is opened', async () => {
  const ani = await learner(server, 'ani');
  expect(await addressOf(ani)).toEqual({ email: 'ani@school.test', proven: false });
  const again = await clientOf(server).auth.signInWithPassword({ email: 'ani@school.test', password });
  expect(again.error).toBeNull();
  const opened = await open(await linkFor(ani, 'ani@school.test'), ani.token);
  expect([typeof opened.access_token, opened.ended]).toEqual(['string', undefined]);
  expect(await addressOf(ani)).toMatchObject({ proven: true });
  // The browser that requested the link opened it, so password and sessions stay.
  expect((await clientOf(server).auth.signInWithPassword({ email: 'ani@school.test', password })).error).toBeNull();
  expect((await ask('POST', 'address/link', ani.token)).status).toBe(400);
});

test.each([
  ['an administrator', 'boss', false],
  ['a super administrator', 'chief', true],
] as const)('%s who was added by address has rights only after the proof', async (_, name, isSuper) => {
  const email = `${name}@school.test`;
  const account = await learner(server, name);
  await run('insert into public.admin_users (email, is_super_admin) values ($1, $2)', [email, isSuper]);
  const rights = async () => [
    (await account.client.rpc('is_admin')).data,
    (await account.client.rpc('is_super_admin')).data,
  ];
  expect(await rights()).toEqual([false, false]);
  expect(await addressOf(account)).toEqual({ email, proven: false });
  await open(await linkFor(account, email), account.token);
  expect(await rights()).toEqual([true, isSuper]);
  expect(await addressOf(account)).toEqual({ email, proven: true });
});

test('a plan bought for the address arrives only after the proof, even if the address was corrected', async () => {
  await run("insert into public.user_subscriptions (email, paid_plan) values ('paid@school.test', 'premium')");
  const thief = await learner(server, 'paid');
  expect((await thief.client.rpc('has_plan', { p_plan: 'premium' })).data).toBe(false);
  expect(await addressOf(thief)).toEqual({ email: 'paid@school.test', proven: false });
  await open(await linkFor(thief, 'paid@school.test'), thief.token);
  expect((await thief.client.rpc('has_plan', { p_plan: 'premium' })).data).toBe(true);

  await run("insert into public.user_subscriptions (email, paid_plan) values ('right@school.test', 'pro')");
  const typo = await learner(server, 'rigth');
  expect((await correct(typo.token, 'Right@school.test')).status).toBe(200);
  expect(await addressOf(typo)).toEqual({ email: 'rigth@school.test', proven: false });
  await open(tokenMailedTo('right@school.test'), typo.token, 'email_change');
  expect(await addressOf(typo)).toEqual({ email: 'right@school.test', proven: true });
  expect((await typo.client.rpc('has_plan', { p_plan: 'pro' })).data).toBe(true);
});

test('a link that is opened elsewhere than in the browser that requested it removes the password and ends earlier sessions', async () => {
  const stranger = await learner(server, 'owner');
  await run(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret) values (gen_random_uuid(), $1, 'totp', 'verified', 'x')`,
    [stranger.uid],
  );
  // A link that the stranger requested changes nothing.
  await linkFor(stranger, 'owner@school.test');
  const opened = await open(await linkForOwner('owner@school.test'));
  expect(opened.ended).toEqual({ password: true, sessions: 1 });
  expect(await run('select 1 from auth.mfa_factors where user_id = $1', [stranger.uid])).toEqual([]);
  expect((await stranger.client.rpc('my_address')).status).toBe(401);
  expect((await stranger.client.auth.refreshSession()).error).not.toBeNull();
  const again = await clientOf(server).auth.signInWithPassword({ email: 'owner@school.test', password });
  expect(again.error?.message).toBe('Invalid login credentials');
  const notices = await run("select source from public.notifications where user_id = $1 and title like 'Паролата%'", [
    stranger.uid,
  ]);
  expect(notices).toEqual([{ source: 'address-proven' }]);

  // Only the first confirmation removes the password and ends sessions.
  await ask('PUT', 'user', opened.access_token, { password: 'Moiata-2026!' });
  const later = await open(await linkForOwner('owner@school.test'));
  expect(later.ended).toBeUndefined();
  const own = await clientOf(server).auth.signInWithPassword({ email: 'owner@school.test', password: 'Moiata-2026!' });
  expect(own.error).toBeNull();
});

test('answers of the auth service call an address confirmed only after its link was opened, also after a correction', async () => {
  interface Shown {
    email: string;
    email_confirmed_at?: string;
    confirmed_at?: string;
    user_metadata: { full_name?: string; email_verified: boolean };
    identities?: { identity_data: { email_verified: boolean } }[];
  }
  /** What an answer of this status says about the address, and whether a member calls it confirmed. */
  const saidBy = async (answer: Response) => {
    const body: { user?: Shown } & Shown = await answer.json();
    const user = body.user ?? body;
    const verified = [user.user_metadata, ...(user.identities ?? []).map((one) => one.identity_data)];
    return [
      answer.status,
      user.email,
      user.user_metadata.full_name,
      Boolean(user.email_confirmed_at || user.confirmed_at || verified.some((data) => data.email_verified)),
    ];
  };
  const [own, boss] = ['own@evil.test', 'boss@victim.test'];
  const registered = await ask('POST', 'signup', undefined, { email: own, password, data: { full_name: 'Ани' } });
  const { access_token: token, refresh_token } = await registered.clone().json();
  expect(await saidBy(registered)).toEqual([200, own, 'Ани', false]);
  const headers = { apikey: server.backend.publishableKey, authorization: `Bearer ${token}` };
  const user = () => fetch(`${server.url}/auth/v1/user`, { headers });
  expect(await saidBy(await user())).toEqual([200, own, 'Ани', false]);
  for (const answer of [
    await correct(token, boss),
    await user(),
    await ask('PUT', 'user', token, { data: { full_name: 'Ани' } }),
    await ask('POST', 'token?grant_type=password', undefined, { email: own, password }),
    await ask('POST', 'token?grant_type=refresh_token', undefined, { refresh_token }),
  ])
    expect(await saidBy(answer)).toEqual([200, own, 'Ани', false]);
  expect((await ask('POST', 'address/link', token)).status).toBe(200);
  const proof = { token_hash: tokenMailedTo(own), type: 'magiclink' };
  expect(await saidBy(await ask('POST', 'verify', token, proof))).toEqual([200, own, 'Ани', true]);
  expect(await saidBy(await user())).toEqual([200, own, 'Ани', true]);
});

test('only a session of the account can request a link or correct the address', async () => {
  const gone = await learner(server, 'gone');
  await gone.client.auth.signOut();
  for (const token of [undefined, gone.token]) {
    expect((await ask('POST', 'address/link', token)).status).toBe(401);
    expect((await correct(token, 'gone2@school.test')).status).toBe(401);
  }
});

describe('SMTP', () => {
  const received: string[] = [];
  let rejections = 0;
  let smtp: Server;
  beforeAll(async () => {
    smtp = createServer((socket) => {
      let text = '';
      let inData = false;
      socket.write('220 test\r\n');
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        text += chunk.toString();
        if (inData) {
          if (!text.endsWith('\r\n.\r\n')) return;
          received.push(text);
          inData = false;
          text = '';
          socket.write('250 ok\r\n');
          return;
        }
        for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
          const line = text.slice(0, end);
          text = text.slice(end + 2);
          if (/^RCPT/.test(line) && rejections > 0) {
            rejections -= 1;
            socket.write('451 later\r\n');
          } else if (/^DATA/.test(line)) {
            inData = true;
            socket.write('354 go\r\n');
          } else if (/^(RCPT|MAIL)/.test(line)) {
            received.push(line);
            socket.write('250 ok\r\n');
          } else socket.write('250 ok\r\n');
        }
      });
    });
    await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done));
  });
  afterAll(() => new Promise((done) => smtp.close(done)));
  const url = () => `smtp://127.0.0.1:${(smtp.address() as AddressInfo).port}`;

  test('sends the mails instead of showing them in the mailbox, and stores none', {
    timeout: 60_000,
  }, async () => {
    const sending = await startTestServer({ smtp: { url: url(), from: 'school@example.com' } });
    try {
      await learner(sending, 'mail');
      await fetch(`${sending.url}/auth/v1/otp`, {
        method: 'POST',
        headers: { apikey: sending.backend.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'mail@school.test', create_user: false }),
      });
      await expect.poll(() => received.length, { timeout: 20_000 }).toBe(3);
      expect(received.slice(0, 2)).toEqual(['MAIL FROM:<school@example.com>', 'RCPT TO:<mail@school.test>']);
      const parts = (received[2] ?? '').split('Content-Transfer-Encoding: base64').slice(1);
      const [plain = ''] = parts.map((part) => Buffer.from(part.split('\r\n--')[0] ?? '', 'base64').toString());
      expect(parts).toHaveLength(2);
      expect(plain).toMatch(/login\/link#token_hash=\w{20,}&type=magiclink/);
      expect(sending.backend.mailbox.mails()).toEqual([]);
      expect(sending.mailboxUrl).toBeUndefined();
      expect(await (await fetch(`${sending.url}/config.json`)).json()).not.toHaveProperty('mailbox');
    } finally {
      await sending.stop();
    }
  });

  test('tries again after a temporary rejection of the mail server', async () => {
    received.length = 0;
    rejections = 1;
    smtpSender({ url: url(), from: 'a@b.bg' }, [10, 10])({ to: 'x@y.bg', subject: 'Тест', html: '<p>1</p>', at: 0 });
    await expect.poll(() => received.filter((line) => line.startsWith('RCPT')).length).toBe(1);
  });

  test('settings: the sender is the configured name, otherwise the user', () => {
    expect(settingsOf({ SMTP_URL: 'smtps://a%40b.bg:x@mail.b.bg' }).smtp?.from).toBe('a@b.bg');
    expect(settingsOf({ SMTP_URL: 'smtp://u:x@mail.b.bg', MAIL_FROM: 'c@d.bg' }).smtp?.from).toBe('c@d.bg');
    expect(() => settingsOf({ SMTP_URL: 'smtp://u:x@mail.b.bg' })).toThrow('MAIL_FROM');
    expect(() => settingsOf({ SMTP_URL: 'https://mail.b.bg' })).toThrow('SMTP_URL');
    expect(plainText('<h2>А &amp; Б</h2><p><a class="x" href="http://a/#t=1&amp;u=2">Вход</a></p>')).toBe(
      'А & Б\nВход: http://a/#t=1&u=2',
    );
  });

  test.each<[string, Record<string, string>, string | RegExp]>([
    ['without a mail server', { HOST: '0.0.0.0' }, /cannot be proven: without SMTP_URL no link is sent/],
    ['without its public address', { HOST: '0.0.0.0', SMTP_URL }, /lead to localhost: set ALLOWED_ORIGINS/],
    ['behind a proxy, without its public address', { TRUST_PROXY: '1', SMTP_URL }, /lead to localhost/],
    ['with both', { HOST: '0.0.0.0', SMTP_URL, ALLOWED_ORIGINS: 'https://school.example' }, /^$/],
  ])('a start for the network %s prints the warning', (_, env, warning) => {
    expect(mailWarning(settingsOf(env))).toMatch(warning);
  });

  test('a start for this machine only prints no warning about mail', () => {
    expect([mailWarning(settingsOf({})), mailWarning(settingsOf({ SMTP_URL }))]).toEqual(['', '']);
  });
});
