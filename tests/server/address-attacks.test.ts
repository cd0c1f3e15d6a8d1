import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedOfRun } from '../helpers/journal-arbitraries';
import { password, sendTo, startTestServer, type TestServer } from './harness';
import { startCluster } from './postgres-cluster';

// A stranger must not get an address whose mailbox he cannot read, nor keep access to an account whose owner opened a link. The attacks
// depend on the order in which the server handles requests, so they run on both databases, each with many delays.

/** Random orders per database; `ADDRESS_ORDERS=200` runs more. PGlite handles one statement at a time, so it adds few orders to those of PostgreSQL. */
const more = Number(process.env.ADDRESS_ORDERS ?? 0);
const RUNS = { PGlite: more || 20, PostgreSQL: more || 60 };
const TOGETHER = 6;
const STRANGERS = 'Chuzhda-2026!';
const databases = ['PGlite', 'PostgreSQL'] as const;

describe.each(databases)('on %s', (kind) => {
  let cluster: Awaited<ReturnType<typeof startCluster>> | undefined;
  let server: TestServer;
  beforeAll(async () => {
    cluster = kind === 'PostgreSQL' ? await startCluster() : undefined;
    server = await startTestServer({
      supabaseDir: join(import.meta.dirname, '../../supabase'),
      databaseUrl: cluster?.databaseUrl,
    });
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await cluster?.stop();
  });

  interface Session {
    access_token: string;
    user: { id: string };
  }
  const run = (sql: string, params: unknown[] = []) => server.backend.database.run(sql, params);
  async function ask(method: string, path: string, body: object, token?: string) {
    const answer = await sendTo(server, method, path, body, token);
    // Each caller reads only the members that the route answers.
    return { status: answer.status, body: (await answer.json()) as Session & { error_code?: string; email?: string } };
  }
  const signUp = (email: string, secret = password) => ask('POST', 'auth/v1/signup', { email, password: secret });
  const signIn = (email: string, secret = password) =>
    ask('POST', 'auth/v1/token?grant_type=password', { email, password: secret });
  const open = (token_hash: string, token?: string, type = 'magiclink') =>
    ask('POST', 'auth/v1/verify', { token_hash, type }, token);
  const change = (email: string, token: string, current_password = password) =>
    ask('PUT', 'auth/v1/user', { email, current_password }, token);
  const link = (token: string) => ask('POST', 'auth/v1/address/link', {}, token);
  const otp = (email: string) => ask('POST', 'auth/v1/otp', { email, create_user: false });
  const tokensTo = (emails: readonly string[]) =>
    server.backend.mailbox
      .mails()
      .filter(({ to }) => emails.includes(to))
      .map(({ to, html }) => {
        const [, token = '', type = ''] = /token_hash=(\w+)&amp;type=(\w+)/.exec(html) ?? [];
        return { to, token, type };
      })
      .filter(({ token }) => token);
  const rpc = async (name: string, token: string) => {
    const { status, body } = await ask('POST', `rest/v1/rpc/${name}`, {}, token);
    return { status, body: body as unknown };
  };
  const accountsOf = (emails: readonly string[]) =>
    run('select id, email, email_confirmed_at is not null as proven from auth.users where email = any ($1)', [emails]);
  let names = 0;
  const addresses = () => {
    names += 1;
    return { own: `own-${names}@evil.test`, boss: `boss-${names}@victim.test` };
  };

  test('a link to the own mailbox never confirms the address of an administrator, however soon the address changes', {
    timeout: 180_000,
  }, async () => {
    for (const ms of [0, 2, 5, 10, 20, 40, 60, 90]) {
      const { own, boss } = addresses();
      await run('insert into public.admin_users (email, is_super_admin) values ($1, true)', [boss]);
      const { access_token } = (await signUp(own)).body;
      await link(access_token);
      const token = tokensTo([own])[0]?.token ?? '';
      const [opened] = await Promise.all([open(token), pause(ms).then(() => change(boss, access_token))]);
      const stolen = (await accountsOf([boss])).filter(({ proven }) => proven);
      expect(stolen, `${ms} ms`).toEqual([]);
      for (const one of [access_token, opened.body.access_token ?? ''])
        expect((await rpc('is_super_admin', one)).body, `${ms} ms`).not.toBe(true);
    }
  });

  test('a link that is requested while the address changes confirms only the address that received it', {
    timeout: 180_000,
  }, async () => {
    for (const ms of [-10, -3, 0, 0, 3, 10]) {
      const { own, boss } = addresses();
      const { access_token } = (await signUp(own)).body;
      await Promise.all([
        pause(Math.max(0, -ms)).then(() => link(access_token)),
        pause(Math.max(0, ms)).then(() => change(boss, access_token)),
      ]);
      const own_token = tokensTo([own])[0]?.token;
      if (own_token) await open(own_token, access_token);
      expect((await accountsOf([boss])).filter(({ proven }) => proven)).toEqual([]);
    }
  });

  test('the owner of an address keeps it when a stranger, who registered it, opens the link to another one meanwhile', {
    timeout: 180_000,
  }, async () => {
    for (const ms of [-10, -3, 0, 0, 3, 10]) {
      const { own, boss } = addresses();
      const stranger = (await signUp(boss)).body;
      await change(own, stranger.access_token);
      await otp(boss);
      const [away, home] = [tokensTo([own])[0]?.token ?? '', tokensTo([boss])[0]?.token ?? ''];
      const [moved, kept] = await Promise.all([
        pause(Math.max(0, -ms)).then(() => open(away, stranger.access_token, 'email_change')),
        pause(Math.max(0, ms)).then(() => open(home)),
      ]);
      // One of the links is opened first and ends the other.
      expect([moved.status, kept.status].sort(), `${ms} ms`).toEqual([200, 403]);
      const [account] = await run('select email from auth.users where id = $1', [stranger.user.id]);
      expect(account?.email, `${ms} ms`).toBe(moved.status === 200 ? own : boss);
      if (kept.status === 200) expect((await rpc('my_address', stranger.access_token)).status, `${ms} ms`).toBe(401);
    }
  });

  test('the browser whose session requested the link keeps its session and password', async () => {
    const { own } = addresses();
    const { access_token } = (await signUp(own)).body;
    await link(access_token);
    const opened = await open(tokensTo([own])[0]?.token ?? '', access_token);
    expect([opened.status, 'ended' in opened.body]).toEqual([200, false]);
    expect((await rpc('my_address', access_token)).body).toMatchObject({ email: own, proven: true });
    expect((await signIn(own)).status).toBe(200);
  });

  test('another session of the account does not count as the one that requested the link', async () => {
    const { own } = addresses();
    const { access_token } = (await signUp(own)).body;
    const other = (await signIn(own)).body.access_token;
    await link(access_token);
    const opened = await open(tokensTo([own])[0]?.token ?? '', other);
    expect(opened.body).toMatchObject({ ended: { password: true, sessions: 2 } });
  });

  test('a link opens only what it was requested for, and two links do not end each other', async () => {
    const { own } = addresses();
    await signUp(own);
    await otp(own);
    await ask('POST', 'auth/v1/recover', { email: own });
    const [reset, enter] = tokensTo([own]).map(({ token }) => token);
    const verify = async (token_hash: string | undefined, type: string) =>
      (await ask('POST', 'auth/v1/verify', { token_hash, type })).status;
    expect([await verify(reset, 'magiclink'), await verify(enter, 'recovery')]).toEqual([403, 403]);
    expect([await verify(enter, 'magiclink'), await verify(reset, 'recovery')]).toEqual([200, 200]);
  });

  test('a second mail that a stranger requests saves neither his session nor his password', async () => {
    const { boss } = addresses();
    await run('insert into public.admin_users (email, is_super_admin) values ($1, true)', [boss]);
    const stranger = (await signUp(boss, STRANGERS)).body.access_token;
    await otp(boss);
    await link(stranger);
    const [newest, first] = tokensTo([boss]).map(({ token }) => token);
    const owner = (await open(newest ?? '')).body;
    expect(owner).toMatchObject({ ended: { password: true, sessions: 1 } });
    expect((await rpc('is_super_admin', stranger)).status).toBe(401);
    expect((await link(stranger)).status).toBe(401);
    expect((await signIn(boss, STRANGERS)).body.error_code).toBe('invalid_credentials');
    expect((await rpc('is_super_admin', owner.access_token)).body).toBe(true);
    // The second mail did not invalidate the first one; nothing is left that it could end.
    const again = await open(first ?? '');
    expect([again.status, 'ended' in again.body]).toEqual([200, false]);
    expect((await rpc('is_super_admin', owner.access_token)).body).toBe(true);
  });

  test('what a stranger began before the link was opened ends with it', { timeout: 180_000 }, async () => {
    for (const ms of [0, 15, 30, 45, 60, 75, 90, 120]) {
      const { boss } = addresses();
      const stranger = (await signUp(boss, STRANGERS)).body.access_token;
      await otp(boss);
      const token = tokensTo([boss])[0]?.token ?? '';
      const [session, , opened] = await Promise.all([
        signIn(boss, STRANGERS),
        ask('PUT', 'auth/v1/user', { password: `${STRANGERS}2` }, stranger),
        pause(ms).then(() => open(token)),
      ]);
      if (opened.status !== 200) continue;
      for (const secret of [STRANGERS, `${STRANGERS}2`])
        expect((await signIn(boss, secret)).body.error_code, `${ms} ms`).toBe('invalid_credentials');
      for (const one of [stranger, session.body.access_token])
        if (one) expect((await rpc('my_address', one)).status, `${ms} ms`).toBe(401);
      expect((await rpc('my_address', opened.body.access_token)).status).toBe(200);
    }
  });

  test('new passwords of a stranger’s session end his own links, not the one that the owner requested', async () => {
    const { boss } = addresses();
    const stranger = (await signUp(boss, STRANGERS)).body.access_token;
    await link(stranger);
    const his = tokensTo([boss])[0]?.token ?? '';
    await otp(boss);
    const owners = tokensTo([boss]).find(({ token }) => token !== his)?.token ?? '';
    expect((await ask('PUT', 'auth/v1/user', { password: `${STRANGERS}2` }, stranger)).status).toBe(200);
    expect((await open(his, stranger)).body.error_code).toBe('otp_expired');
    const opened = await open(owners);
    expect(opened.status).toBe(200);
    expect((await rpc('my_address', stranger)).status).toBe(401);
    expect((await signIn(boss, `${STRANGERS}2`)).body.error_code).toBe('invalid_credentials');
    // Once the address is proven, a new password ends every link.
    await otp(boss);
    const later = tokensTo([boss])[0]?.token ?? '';
    await ask('PUT', 'auth/v1/user', { password: 'Moiata-2026!' }, opened.body.access_token);
    expect((await open(later)).body.error_code).toBe('otp_expired');
  });

  // PostgreSQL alone can hold one request while it answers others.
  if (kind === 'PostgreSQL')
    test('a link that is opened while a stranger registers the address ends his registration', async () => {
      const { boss } = addresses();
      const isProven = async () => (await accountsOf([boss]))[0]?.proven;
      const [registered, opened] = await server.backend.database
        .transaction(async (hold) => {
          await hold('lock table auth.identities in access exclusive mode', []);
          const registering = signUp(boss, STRANGERS);
          await expect.poll(isProven, { timeout: 10_000 }).toBe(false);
          await otp(boss);
          const opening = open(tokensTo([boss])[0]?.token ?? '');
          await expect.poll(isProven, { timeout: 10_000 }).toBe(true);
          return [registering, opening] as const;
        })
        .then((requests) => Promise.all(requests));
      expect([registered.status, registered.body.error_code]).toEqual([422, 'user_already_exists']);
      expect(opened.status).toBe(200);
      const sessions = await run('select id from auth.sessions where user_id = $1', [opened.body.user.id]);
      expect(sessions).toHaveLength(1);
      expect((await rpc('my_address', opened.body.access_token)).status).toBe(200);
    });

  if (kind === 'PostgreSQL')
    test('a link does not give the address that another account gets while it is opened', async () => {
      const { own, boss } = addresses();
      const { access_token } = (await signUp(own)).body;
      await change(boss, access_token);
      const token = tokensTo([boss])[0]?.token ?? '';
      const other = (await signUp(`other-${own}`)).body.user.id;
      const waits = "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%update auth.users%'";
      const [changed] = await server.backend.database
        .transaction(async (hold) => {
          await hold('update auth.users set email = $1 where id = $2', [boss, other]);
          const changing = open(token, access_token, 'email_change');
          await expect.poll(async () => (await run(waits)).length, { timeout: 10_000 }).toBe(1);
          return [changing] as const;
        })
        .then((requests) => Promise.all(requests));
      expect([changed.status, changed.body.error_code]).toEqual([403, 'otp_expired']);
    });

  const cheap = ['link', 'open', 'open', 'change', 'back'] as const;
  const act = fc.record({
    what: fc.constantFrom(...cheap, ...cheap, 'otp', 'signIn', 'setPassword', 'signUp'),
    by: fc.constantFrom('stranger', 'owner'),
    /** Whether the link is opened in the browser of the person's newest session. */
    sameBrowser: fc.boolean(),
    at: fc.integer({ min: 0, max: 150 }),
  } as const);

  test(`no account owns a confirmed address whose mailbox it did not open, in ${RUNS[kind]} random orders of two accounts`, {
    // 200 orders compare about 1,500 passwords, whose hashes are slow on purpose.
    timeout: 1_800_000,
  }, async () => {
    const seed = seedOfRun(`addresses on ${kind}`);
    const cases = fc.sample(fc.array(act, { minLength: 4, maxLength: 10 }), { seed, numRuns: RUNS[kind] });
    let proven = 0;
    const play = async (acts: (typeof cases)[number]) => {
      const { own, boss } = addresses();
      const people = {
        stranger: { mailbox: [own], aim: boss, sessions: [] as Session[] },
        owner: { mailbox: [boss], aim: boss, sessions: [] as Session[] },
      };
      const opened = new Set<string>();
      const first = await signUp(own, STRANGERS);
      people.stranger.sessions.push(first.body);
      // Every run has the attack of the link that is opened while the address changes.
      await link(first.body.access_token);
      await Promise.all(
        acts.map(async ({ what, by, sameBrowser, at }) => {
          const person = people[by];
          await pause(at);
          const token = person.sessions.at(-1)?.access_token;
          const home = person.mailbox[0] ?? '';
          const keep = ({ status, body }: { status: number; body: Session }) => {
            if (status === 200 && body.access_token) person.sessions.push(body);
          };
          if (what === 'otp') await otp(by === 'stranger' ? boss : home);
          else if (what === 'signUp') keep(await signUp(person.aim, by === 'stranger' ? STRANGERS : password));
          else if (what === 'signIn') keep(await signIn(person.aim, by === 'stranger' ? STRANGERS : password));
          else if (what === 'open') {
            const mail = tokensTo(person.mailbox)[0];
            if (!mail) return;
            const answer = await open(mail.token, sameBrowser ? token : undefined, mail.type);
            if (answer.status === 200) opened.add(`${answer.body.user.id} ${mail.to}`);
            // A new password ended the session of the opened link before the answer. A confirmed address stays with its account.
            if (answer.status === 400) for (const { id } of await accountsOf([mail.to])) opened.add(`${id} ${mail.to}`);
            keep(answer);
          } else if (!token) return;
          else if (what === 'link') await link(token);
          else if (what === 'change' || what === 'back')
            await change(what === 'back' ? home : person.aim, token, by === 'stranger' ? STRANGERS : password);
          else await ask('PUT', 'auth/v1/user', { password: by === 'stranger' ? STRANGERS : password }, token);
        }),
      );
      for (const { id, email, proven: isProven } of await accountsOf([own, boss])) {
        if (!isProven) continue;
        proven += 1;
        expect([...opened], 'a confirmed address whose mailbox nobody opened').toContain(`${id} ${email}`);
        if (email !== boss) continue;
        for (const { access_token, user } of people.stranger.sessions)
          if (user.id === id)
            expect((await rpc('my_address', access_token)).status, 'a stranger’s session survived').toBe(401);
        expect((await signIn(boss, STRANGERS)).status, 'a stranger’s password survived').toBe(400);
      }
    };
    const queue = cases.entries();
    await Promise.all(
      Array.from({ length: TOGETHER }, async () => {
        for (const [order, acts] of queue)
          await play(acts).catch((cause: unknown) => {
            throw new Error(`SEED=${seed} on ${kind}, order ${order}: ${JSON.stringify(acts)}`, { cause });
          });
      }),
    );
    expect(proven).toBeGreaterThan(RUNS[kind] / 4);
  });
});
