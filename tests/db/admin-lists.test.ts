/** The console's figures, lists, badge, audit log and pokes follow docs/admin-api.md, and only administrators get them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { write } from '../helpers/console';
import { as, openDatabase, type TestDatabase } from '../helpers/database';
import { accounts, buildSchool, courses, events, videos } from '../helpers/school';

const { admin, superAdmin, free, pro, premium } = accounts;
interface Page {
  rows: Record<string, unknown>[];
  total: number;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
}, 120_000);
afterAll(() => database.close());
beforeEach(() => database.exec(`update public.profiles set created_at = '2026-01-15T10:00:00Z'`));

/** Calls a function as an account and commits its writes. */
async function call<T>(actor: { uid: string }, expression: string): Promise<T> {
  const [row] = await as(database, { role: 'authenticated', uid: actor.uid }, (session) =>
    session.query<{ answer: T }>(`select public.${expression} as answer`),
  );
  return row?.answer as T;
}

describe('the dashboard', () => {
  it('counts only running subscriptions as revenue: no trial, no grant, a twelfth of a yearly price', async () => {
    await database.exec(`update public.user_subscriptions set granted_plan = null, paid_plan = null, status = null;
      update public.user_subscriptions set paid_plan = 'pro', status = 'active', billing_period = 'monthly' where user_id = '${pro.uid}';
      update public.user_subscriptions set paid_plan = 'premium', status = 'active', billing_period = 'yearly' where user_id = '${premium.uid}';
      update public.user_subscriptions set paid_plan = 'premium', status = 'trialing', billing_period = 'monthly', trial_ends_at = now() + interval '1 day' where user_id = '${accounts.other.uid}';
      update public.user_subscriptions set granted_plan = 'premium' where user_id = '${free.uid}'`);
    const answer = await call<Record<string, unknown>>(admin, 'admin_dashboard()');
    // Pro costs 15 euros per month, Premium costs 288 euros per year.
    expect(answer).toMatchObject({
      revenue: { monthly: 1500 + 2400, yearly: 12 * 3900, subscriptions: 2 },
      totals: { users: 6, pro: 1, premium: 3, free: 2, paying: 2, granted: 1 },
      distribution: { free: 2, pro: 1, premium: 3 },
    });
    // The users' list counts the same accounts as the dashboard.
    expect(await call(admin, 'admin_people_counts()')).toMatchObject({ paying: 2, granted: 1, trial: 1 });
    expect(await call(admin, "admin_users('', 'paying')")).toMatchObject({ total: 2 });
    expect(answer.latest_payments).toHaveLength(1);
    expect(answer.latest_users).toHaveLength(5);
  });

  it('counts an account in its month in Sofia’s time zone', async () => {
    const [month] = await database.query<{ start: string; name: string }>(
      `select date_trunc('month', now() at time zone 'Europe/Sofia') at time zone 'Europe/Sofia' as start, to_char(now() at time zone 'Europe/Sofia', 'YYYY-MM') as name`,
    );
    await database.query(`update public.profiles set created_at = $1::timestamptz where id = '${free.uid}'`, [
      month?.start,
    ]);
    await database.query(
      `update public.profiles set created_at = $1::timestamptz - interval '1 second' where id = '${pro.uid}'`,
      [month?.start],
    );
    const { growth } = await call<{ growth: { month: string; users: number; total: number }[] }>(
      admin,
      'admin_dashboard()',
    );
    expect(growth).toHaveLength(12);
    expect(growth.at(-1)).toEqual({ month: month?.name, users: 1, total: 6, revenue: 1500 });
    expect(growth.at(-2)).toMatchObject({ users: 1, total: 5 });
  });

  it('counts an account from the time at which the auth service created it', async () => {
    const id = 'ee600000-0000-4000-8000-000000000001';
    await database.exec(
      `insert into auth.users (id, email, created_at) values ('${id}', 'early@school.test', '2026-02-03T04:05:06Z')`,
    );
    const [row] = await database.query<{ same: boolean }>(
      `select created_at = '2026-02-03T04:05:06Z' as same from public.profiles where id = '${id}'`,
    );
    await database.exec(`delete from auth.users where id = '${id}'`);
    expect(row?.same).toBe(true);
  });

  it('lists what needs attention', async () => {
    await database.exec(`update public.background_jobs set error = 'x', last_finished_at = now() where name = 'policy-test';
      insert into public.payments (email, amount, amount_due, status) values ('due@school.test', 0, 1500, 'failed');
      update public.issued_certificates set created_at = now() - interval '1 hour'`);
    const { attention } = await call<{ attention: unknown }>(admin, 'admin_dashboard()');
    expect(attention).toMatchObject([
      { kind: 'failed_jobs', count: 1, names: ['policy-test'] },
      { kind: 'unpaid_invoices', count: 1 },
      { kind: 'unsigned_certificates', count: 1 },
      { kind: 'open_reports', count: 1 },
      { kind: 'open_contact_requests', count: 1 },
    ]);
    await database.exec(`update public.background_jobs set error = null`);
  });

  it('is available to administrators only', async () => {
    for (const expression of ['admin_dashboard()', 'admin_users()', 'admin_activity()', 'admin_payments()'])
      await expect(call(pro, expression)).rejects.toMatchObject({ code: '42501' });
    await expect(call(admin, 'admin_audit_entries()')).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the lists', () => {
  it('find part of an address, and treat % and _ as plain characters', async () => {
    expect(await call<Page>(admin, `admin_users('SCHOOL.test')`)).toMatchObject({ total: 6 });
    expect(await call<Page>(admin, `admin_users('%')`)).toMatchObject({ total: 0, rows: [] });
    expect(await call<Page>(admin, `admin_users('_')`)).toMatchObject({ total: 0 });
  });

  it('return pages without a lost or repeated row', async () => {
    const seen: unknown[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { rows, total } = await call<Page>(admin, `admin_users('', 'all', ${page}, 2)`);
      expect(total).toBe(6);
      seen.push(...rows.map(({ id }) => id));
    }
    expect(new Set(seen).size).toBe(6);
    expect(seen).toHaveLength(6);
    await expect(call(admin, `admin_users('', 'all', 0)`)).rejects.toMatchObject({ message: 'bad_argument' });
    await expect(call(admin, `admin_users('', 'odd')`)).rejects.toMatchObject({
      message: 'bad_argument',
      detail: 'p_filter',
    });
  });

  it('show the registrations of one event with the count of each status', async () => {
    expect(await call<Page>(admin, `admin_registrations('${events.open}', 'cancelled')`)).toMatchObject({
      total: 0,
      counts: { registered: 1, cancelled: 0, attended: 0 },
    });
    expect((await call<Page>(admin, `admin_registrations('${events.open}')`)).rows[0]).toMatchObject({
      event_title: 'Отворено',
      email: pro.email,
      status: 'registered',
    });
  });
});

describe('long lists', () => {
  it('read the second half of the registrations from the end, in the same order', async () => {
    await database.exec(`set session_replication_role = replica;
      insert into public.event_registrations (event_id, user_id, registered_at)
        select '${events.small}', gen_random_uuid(), timestamp '2026-01-01' + (n / 3) * interval '1 hour' from generate_series(1, 21) n;
      set session_replication_role = origin`);
    const page = (number: number, size: number) =>
      call<Page>(admin, `admin_registrations('${events.small}', 'all', '', ${number}, ${size})`);
    const whole = (await page(1, 1000)).rows.map(({ id }) => id);
    expect(whole).toHaveLength(21);
    const paged: unknown[] = [];
    for (const number of [1, 2, 3, 4, 5, 6]) paged.push(...(await page(number, 4)).rows.map(({ id }) => id));
    expect(paged).toEqual(whole);
    expect(await page(7, 4)).toMatchObject({ rows: [], total: 21 });
    await database.exec(`delete from public.event_registrations where event_id = '${events.small}'`);
  });

  it('find an issued certificate by serial, name or title', async () => {
    const search = (text: string) => call<Page>(admin, `admin_issued('${text}')`);
    const { rows, total } = await search('');
    expect(total).toBe(1);
    const { serial, name } = rows[0] as { serial: string; name: string };
    for (const text of [serial.toLowerCase(), name.toUpperCase(), 'ерт']) expect((await search(text)).total).toBe(1);
    for (const text of ['%', '_', '"', ',(', '\\', '.', '.*', '[^x]', '$', '(', 'x'.repeat(9_999)])
      expect((await search(text)).total, text.slice(0, 9)).toBe(0);
  });

  it('are searched without stress marks, composed or decomposed, and keep «й»', async () => {
    await database.exec(`insert into public.contact_requests (id, topic, name, email, message)
      values (gen_random_uuid(), (sync.contact_topics())[1], 'Йо\u0301ана', 'ioana@x.test', 'Печа\u0301т (100 %) с И\u0300ван')`);
    const found = async (text: string) => (await call<Page>(admin, `admin_contact_requests('all', '${text}')`)).total;
    const marked = ['йоана', 'ЙОАНА', 'и\u0306оана', 'йо\u0301ана', 'печат', 'пе\u0301чат (100 %)', 'иван'];
    for (const text of marked) expect(await found(text), text).toBe(1);
    for (const text of ['иоана', 'печатт', 'печат.100']) expect(await found(text), text).toBe(0);
    await database.exec(`delete from public.contact_requests where email = 'ioana@x.test'`);
  });
});

describe('the plan of an account', () => {
  beforeEach(() =>
    database.exec(
      `update public.user_subscriptions set granted_plan = null, paid_plan = null where user_id = '${free.uid}'`,
    ),
  );
  it('is granted and ended by the checkboxes', async () => {
    expect(await call(admin, `set_user_plan('${free.uid}', false, true)`)).toMatchObject({
      plan: 'premium',
      granted_by: admin.email,
    });
    expect(await call(admin, `set_user_plan('${free.uid}', false, false)`)).toMatchObject({
      plan: 'free',
      granted_plan: null,
    });
  });

  it('is not removed by the call or by the flags while it is paid for', async () => {
    await database.exec(`update public.user_subscriptions set paid_plan = 'pro' where user_id = '${free.uid}'`);
    await expect(call(admin, `set_user_plan('${free.uid}', false, false)`)).rejects.toMatchObject({
      message: 'paid_plan',
    });
    await expect(
      as(database, { role: 'authenticated', uid: admin.uid }, (session) =>
        session.query(`update public.user_subscriptions set has_pro_plan = false where user_id = '${free.uid}'`),
      ),
    ).rejects.toMatchObject({ message: 'paid_plan' });
    expect(await call(admin, `set_user_plan('${free.uid}', true, true)`)).toMatchObject({ plan: 'premium' });
    expect(await call(admin, `set_user_plan('${free.uid}', true, false)`)).toMatchObject({
      plan: 'pro',
      granted_plan: null,
    });
  });

  it('is rejected if the plan does not exist or its end is in the past', async () => {
    await expect(call(admin, `grant_plan('${free.uid}', 'gold', null)`)).rejects.toMatchObject({ message: 'bad_plan' });
    await expect(call(admin, `grant_plan('${free.uid}', 'pro', now() - interval '1 day')`)).rejects.toMatchObject({
      message: 'bad_plan',
    });
  });
});

describe('the badge', () => {
  it('counts what arrived since this administrator last looked', async () => {
    await call(admin, 'mark_admin_activity(now())');
    expect(await call(admin, 'admin_activity()')).toMatchObject({ total: 0, items: [] });
    await database.exec(
      `insert into public.demo_requests (first_name, last_name, email) values ('Нов', 'Човек', 'n@x.bg')`,
    );
    expect(await call(admin, 'admin_activity()')).toMatchObject({
      total: 1,
      counts: { demo_requests: 1 },
      items: [{ kind: 'demo_request', title: 'Нов Човек', detail: 'n@x.bg' }],
    });
    expect(await call<{ total: number }>(superAdmin, 'admin_activity()')).not.toMatchObject({ total: 1 });
  });
});

describe('a blocked account', () => {
  it('cannot comment, and can again after the block', async () => {
    const write = () =>
      database.query(
        `select sync.apply_comment('${pro.uid}', gen_random_uuid(), '${videos.basic}', 'x', now(), false) as x`,
      );
    await call(admin, `block_account('${pro.uid}', true)`);
    await expect(write()).rejects.toMatchObject({ message: 'blocked' });
    await call(admin, `block_account('${pro.uid}', false)`);
    await write();
    await expect(call(admin, `block_account('${superAdmin.uid}', true)`)).rejects.toMatchObject({
      message: 'bad_argument',
    });
  });
});

describe('the audit log', () => {
  const entries = async (table: string) => (await call<Page>(superAdmin, `admin_audit_entries('', '${table}')`)).rows;

  it('contains the changed fields before and after, and who changed them', async () => {
    await as(database, { role: 'authenticated', uid: admin.uid }, (session) =>
      session.query(
        `update public.courses set title = 'Пишете на ivan.petrov@mail.bg', row_version = 1 where id = '${courses.basic}'`,
      ),
    );
    expect((await entries('courses'))[0]).toMatchObject({
      email: admin.email,
      action: 'update',
      row_id: courses.basic,
      before: { title: 'Курс basic' },
      after: { title: 'Пишете на i…@mail.bg' },
    });
  });

  it('does not contain changes by learners and by the server', async () => {
    const before = (await entries('event_registrations')).length;
    await call(pro, `unregister_from_event('${pro.uid}', '${events.open}')`);
    await database.exec(`update public.courses set title = 'x' where id = '${courses.free}'`);
    expect((await entries('event_registrations')).length).toBe(before);
    expect(await entries('courses')).not.toContainEqual(expect.objectContaining({ after: { title: 'x' } }));
  });

  it('cannot be changed, not even by the owner of the tables', async () => {
    await expect(database.exec(`update public.admin_audit set action = 'insert'`)).rejects.toMatchObject({
      code: '42501',
    });
    await expect(database.exec('delete from public.admin_audit')).rejects.toMatchObject({ code: '42501' });
  });

  it('limits sign-in links to 30 an hour, and masks their address', async () => {
    for (let n = 0; n < 30; n += 1) await call(admin, `note_admin_action('magic_link', 'free@school.test')`);
    await expect(call(admin, `note_admin_action('magic_link', 'free@school.test')`)).rejects.toMatchObject({
      code: 'PT429',
      message: 'too_many',
    });
    await call(superAdmin, `note_admin_action('magic_link', 'free@school.test')`);
    expect((await entries('users'))[0]).toMatchObject({ action: 'magic_link', row_id: 'f…@school.test' });
  });

  it('limits exports to 20 an hour, and names what was exported', async () => {
    for (let n = 0; n < 20; n += 1) await call(admin, `note_admin_action('export', 'payments', 7)`);
    await expect(call(admin, `note_admin_action('export', 'users')`)).rejects.toMatchObject({ code: 'PT429' });
    await expect(call(pro, `note_admin_action('export', 'users')`)).rejects.toMatchObject({ code: '42501' });
    expect((await entries('payments'))[0]).toMatchObject({ action: 'export', after: { count: 7 } });
  });

  it.each(['fcm_token', 'client_secret', 'password', 'private_jwk'])('hides the value of %s', async (field) => {
    const [row] = await database.query<{ shown: string }>(`select sync.mask_value('${field}', '"hidden-1"') as shown`);
    expect(row?.shown).toBe('•••');
  });
});

describe('what an administrator reads', () => {
  const HIDDEN = 'hidden-from-administrators';

  it('contains no token and no journal of another account', async () => {
    await database.exec(`insert into public.user_push_tokens (user_id, platform, fcm_token) values ('${pro.uid}', 'ios', '${HIDDEN}');
      insert into public.push_devices (user_id, platform, address, token, device)
        values ('${pro.uid}', 'ios', '${HIDDEN}', '${HIDDEN}', '${HIDDEN}');
      insert into sync.journal (user_id, id, kind, at, active_on, rev, data)
        values ('${pro.uid}', 'note/${videos.basic}', 'note', 1, '2026-11-01', 1, '{"text": "${HIDDEN}"}')`);
    const tables = await database.query<{ name: string }>(`select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'sync'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'v')`);
    const read = (sql: string) =>
      as(database, { role: 'authenticated', uid: superAdmin.uid }, (session) =>
        session.query<{ found: boolean; rows: number }>(sql),
      ).catch((error: { code?: string }) => {
        if (error.code !== '42501') throw error;
        return [];
      });
    const readable: string[] = [];
    for (const { name } of tables) {
      const [answer] = await read(
        `select count(*)::int as rows, coalesce(bool_or(t::text like '%${HIDDEN}%'), false) as found from ${name} t`,
      );
      if (answer) readable.push(name);
      expect([name, answer?.found ?? false]).toEqual([name, false]);
    }
    expect(readable).toContain('push_devices');
    expect(readable.filter((name) => name.includes('.'))).toEqual([]);
    for (const expression of [
      `admin_users('pro@')`,
      'admin_activity()',
      'admin_audit_entries()',
      `video_statistics('${videos.basic}')`,
      `sync_pull('[{"scope": "account:${pro.uid}", "seq": 0}]')`,
    ])
      expect(JSON.stringify(await call(superAdmin, expression)), expression).not.toContain(HIDDEN);
    for (const expression of ['push_claim(1, 1)', `push_devices_of('${admin.uid}', '${pro.uid}')`])
      await expect(call(superAdmin, expression)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the channel scope:admin', () => {
  it('is readable by administrators only, and reports each changed table once per transaction', async () => {
    const follows = (actor: { uid: string }) =>
      as(database, { role: 'authenticated', uid: actor.uid }, (session) =>
        session.query(`select sync.may_follow('admin') as may`),
      );
    expect(await follows(pro)).toEqual([{ may: false }]);
    expect(await follows(admin)).toEqual([{ may: true }]);
    const heard: unknown[] = [];
    const stop = await database.db.listen('realtime', (text) => heard.push(JSON.parse(text)));
    await database.exec(`begin;
      update public.course_templates set name = 'y'; update public.course_templates set name = 'z';
      insert into public.payments (email, amount) values ('x@x.bg', 1); commit`);
    await stop();
    expect(heard).toMatchObject([
      { topic: 'scope:admin', event: 'poke', payload: { tables: ['course_templates'] } },
      { topic: 'scope:admin', event: 'poke', payload: { tables: ['payments'] } },
    ]);
  });
});

it('a change of administration rights names its version: a stale one is rejected with the stored row', async () => {
  const promote = (isSuper: boolean, version: string) =>
    write(
      database,
      superAdmin,
      `update public.admin_users set is_super_admin = ${isSuper}${version} where email = '${admin.email}'`,
    );
  await promote(true, ', row_version = 1');
  await expect(promote(false, ', row_version = 1')).rejects.toMatchObject({
    code: 'PT409',
    detail: expect.stringContaining('"is_super_admin": true'),
  });
  await expect(promote(false, '')).rejects.toMatchObject({ code: 'PT428' });
  await promote(false, ', row_version = 2');
  expect(
    await database.query(`select is_super_admin, row_version from public.admin_users where email = '${admin.email}'`),
  ).toEqual([{ is_super_admin: false, row_version: 3 }]);
});
