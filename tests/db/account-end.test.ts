/** A deletion requires a recent sign-in with the password and hides the account at once. The erasure leaves only anonymous payments. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, anon, as, openDatabase, service, type TestDatabase } from '../helpers/database';
import { admin, buildSchool, events, free, other, premium, pro, videos } from '../helpers/school';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
});
afterAll(() => database.close());

const SESSION = '5e550000-0000-4000-8000-000000000001';
/** Calls a function with a session of the given age. */
async function call<T = unknown>(
  actor: Actor,
  sql: string,
  { minutes = 0, claims = {} }: { minutes?: number; claims?: object } = {},
): Promise<T> {
  await database.query('delete from auth.sessions where id = $1', [SESSION]);
  if (actor.uid) {
    await database.query(
      `insert into auth.sessions (id, user_id, created_at) values ($1, $2, now() - make_interval(mins => $3))`,
      [SESSION, actor.uid, minutes],
    );
  }
  return as(database, actor, async (session) => {
    const whole = JSON.stringify({
      sub: actor.uid,
      role: actor.role,
      email: actor.email,
      session_id: SESSION,
      ...claims,
    });
    await session.query(`select set_config('request.jwt.claims', $1, true)`, [whole]);
    return (await session.query<{ value: T }>(`select ${sql} as value`))[0]?.value as T;
  });
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string; message: string }) =>
      error.code === 'P0001' ? error.message : (error.code ?? error.message),
  );
const REQUEST = 'public.request_account_deletion()';
const deletedAt = async (actor: Actor) =>
  (
    await database.query<{ deleted_at: Date | null }>('select deleted_at from public.profiles where id = $1', [
      actor.uid,
    ])
  )[0]?.deleted_at;

/** Names of the tables that contain a text in any column. */
async function tracesOf(text: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'sync', 'billing', 'auth', 'storage', 'realtime')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await database.query<{ count: number }>(
      `select count(*)::int as count from ${name} t where strpos(lower(t::text), lower($1)) > 0`,
      [text],
    );
    if (row && row.count > 0) found.push(name);
  }
  return found.sort();
}

describe('requesting the deletion of an account', () => {
  it.each([
    ['a visitor', anon, {}, '42501'],
    ['a session of an hour ago', pro, { minutes: 60 }, 'password_needed'],
    [
      'a session of somebody else',
      pro,
      { claims: { session_id: '5e550000-0000-4000-8000-000000000009' } },
      'password_needed',
    ],
    ['a token without a session', pro, { claims: { session_id: null } }, 'password_needed'],
    [
      'a session that a link in an e-mail began',
      pro,
      { claims: { amr: [{ method: 'otp', timestamp: 1 }] } },
      'password_needed',
    ],
    ['an administrator', admin, {}, 'administrator'],
  ])('is rejected for %s', async (_, actor, how, code) => {
    expect(await codeOf(call(actor, REQUEST, how))).toBe(code);
    if (actor.uid) expect(await deletedAt(actor)).toBeNull();
  });

  it('marks the account, hides its name and picture and stops its push messages; a second request keeps the first date; the request can be withdrawn', async () => {
    await database.exec(`update public.profiles set full_name = 'Вяра Стоянова', avatar_url = 'https://a.bg/v.png' where id = '${pro.uid}';
      insert into public.video_comments (video_id, user_id, content) values ('${videos.basic}', '${pro.uid}', 'Мой коментар')`);
    const author = async () =>
      (
        await database.query<{ name: string; picture: string | null }>(
          `select body ->> 'user_name' as name, body ->> 'user_avatar' as picture from sync.feed where kind = 'comments' and body ->> 'content' = 'Мой коментар'`,
        )
      )[0];
    expect(await author()).toEqual({ name: 'Вяра Стоянова', picture: 'https://a.bg/v.png' });
    const first = await call<string>(pro, REQUEST, { claims: { amr: [{ method: 'password', timestamp: 1 }] } });
    expect(Date.parse(first) - ((await deletedAt(pro))?.getTime() ?? 0)).toBe(30 * 86_400_000);
    expect(await call(pro, REQUEST)).toBe(first);
    expect(await author()).toEqual({ name: 'Потребител', picture: null });
    expect(await database.query('select from public.user_push_tokens where user_id = $1', [pro.uid])).toEqual([]);
    const reported = await database.query<{ at: string }>(
      `select body ->> 'deleted_at' as at from sync.feed where kind = 'profiles' and row_id = $1 and scope = 'account:' || $1`,
      [pro.uid],
    );
    expect(Date.parse(reported[0]?.at ?? '')).toBe((await deletedAt(pro))?.getTime());
    await call(pro, 'public.withdraw_account_deletion()', { minutes: 600 });
    expect([await deletedAt(pro), await author()]).toEqual([
      null,
      { name: 'Вяра Стоянова', picture: 'https://a.bg/v.png' },
    ]);
  });

  it('stops the renewal of a running subscription', async () => {
    const orphans = () => call<{ id: string }[]>(service, 'public.billing_orphans()');
    await database.exec(`insert into billing.subscriptions (id, provider, user_id, email, plan, period, status, started_at, ticket)
      values ('sub_1', 'test', '${premium.uid}', '${premium.email}', 'premium', 'yearly', 'active', now(), 1)`);
    expect(await orphans()).toEqual([]);
    await call(premium, REQUEST);
    expect(await orphans()).toMatchObject([{ id: 'sub_1' }]);
    await call(premium, 'public.withdraw_account_deletion()');
    expect(await orphans()).toEqual([]);
  });
});

describe('erasing an account', () => {
  const erase = (actor: Actor) => call<boolean>(service, `public.erase_account('${actor.uid}')`);
  const due = () => call<string[]>(service, 'public.accounts_to_erase()');
  const ago = (actor: Actor, days: number) =>
    database.query('update public.profiles set deleted_at = now() - make_interval(days => $2) where id = $1', [
      actor.uid,
      days,
    ]);

  it('is done only by the background job, and never before the grace period ends', async () => {
    for (const who of [anon, free, admin]) {
      for (const sql of [`public.erase_account('${free.uid}')`, 'public.accounts_to_erase()'])
        expect(await codeOf(call(who, sql))).toBe('42501');
    }
    expect([await erase(free), await due()]).toEqual([false, []]);
    await ago(free, 29);
    expect([await erase(free), await due()]).toEqual([false, []]);
    // An account that meanwhile became an administrator is not erased.
    await ago(admin, 31);
    expect(await erase(admin)).toBe(false);
    await database.query('update public.profiles set deleted_at = null where id = $1', [admin.uid]);
  });

  it('leaves only anonymous payments', async () => {
    const payment = `insert into public.payments (user_id, email, subscription_id, invoice_id, number, amount, plan_type)
      values ('${premium.uid}', '${premium.email}', 'sub_1', 'in_1', 'СЛ-1', 28800, 'premium')`;
    await database.exec(`${payment};
      update public.profiles set full_name = 'Щедра Единствена', website = 'https://edinstvena.bg' where id = '${premium.uid}';
      insert into billing.test_objects (id, kind, owner, version, body) values ('o1', 'subscription', '${premium.uid}', 1, '{"email": "${premium.email}"}');
      insert into public.demo_requests (first_name, last_name, email) values ('Щедра', 'Единствена', '${premium.email.toUpperCase()}');
      insert into public.store_launch_notifications (email) values ('${premium.email}');
      insert into public.video_comments (video_id, user_id, content) values ('${videos.basic}', '${premium.uid}', 'Последен коментар');
      insert into public.video_likes (video_id, user_id) values ('${videos.basic}', '${premium.uid}') on conflict do nothing;
      insert into public.event_registrations (event_id, user_id) values ('${events.open}', '${premium.uid}') on conflict do nothing`);
    await ago(premium, 31);
    const seats = async () =>
      (await database.query(`select current_participants from public.events where id = '${events.open}'`))[0];
    const before = (await seats()) as { current_participants: number };
    expect(await due()).toEqual([premium.uid]);
    expect(await erase(premium)).toBe(true);
    expect(await due()).toEqual([]);
    expect(await tracesOf(premium.email)).toEqual([]);
    expect(await tracesOf('Единствена')).toEqual([]);
    expect(await tracesOf('edinstvena.bg')).toEqual([]);
    expect(await tracesOf('Последен коментар')).toEqual([]);
    // Only the subscription keeps the account's id, so that the next owner of the e-mail address does not inherit its plan.
    expect(await tracesOf(premium.uid)).toEqual(['billing.subscriptions', 'billing.test_objects']);
    expect(
      await database.query(`select user_id, email, number, amount from public.payments where invoice_id = 'in_1'`),
    ).toEqual([{ user_id: null, email: 'erased', number: 'СЛ-1', amount: 28_800 }]);
    expect(await seats()).toEqual({ current_participants: before.current_participants - 1 });
    expect(await erase(premium)).toBe(false);
    // A later report from the provider does not restore the address, and other accounts stay unchanged.
    const state = {
      id: 'sub_1',
      provider: 'test',
      user_id: premium.uid,
      email: premium.email,
      plan: 'premium',
      period: 'yearly',
      status: 'canceled',
    };
    await database.query(`select billing.write_subscription(9, $1)`, [
      JSON.stringify({ ...state, cancel_at_period_end: true, started_at: '2026-01-01T00:00:00Z' }),
    ]);
    expect(await tracesOf(premium.email)).toEqual([]);
    expect(await tracesOf(other.email)).toContain('auth.users');
  });
});
