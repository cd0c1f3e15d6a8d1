/**
 * Row-level security, cell by cell: seven callers, every table, every operation. The tests run on PGlite with the migrations' grants and
 * on a real PostgreSQL without them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalDoc, Kind } from '@/shared/journal';
import { adminCalls, consoleJobCalls, learnerCalls, superAdminCalls } from '../helpers/admin-calls';
import {
  type Actor,
  actAs,
  anon,
  openDatabase,
  type Row,
  type Session,
  service,
  startPostgres,
  type TestDatabase,
  type TestPostgres,
  tryAs,
} from '../helpers/database';
import { installedMajors } from '../helpers/hosted-postgres';
import { policyRules, type Who } from '../helpers/policies';
import { actors, differences, everyone, functionDifferences, statements, systemCases } from '../helpers/policy-matrix';
import { doc, idOf } from '../helpers/push-deps';
import {
  accounts,
  buildSchool,
  certificate,
  courses,
  events,
  news,
  nobody,
  questions,
  serial,
  spareProduct,
  tests,
  videos,
} from '../helpers/school';

/** True if the statement affected or returned a row. A rejection is an empty result or 42501; any other error is a bug in the test. */
async function succeeds(session: Session, actor: Actor, sql: string): Promise<boolean> {
  try {
    return (await tryAs(session, actor, (own) => own.query(sql))).length > 0;
  } catch (error) {
    if ((error as { code?: string }).code === '42501') return false;
    throw error;
  }
}

function matrix(database: () => Session): void {
  for (const [name, rule] of Object.entries(policyRules)) {
    for (const { operation, sql, by } of statements(name, rule)) {
      it(`${operation} ${name}: ${by.join(', ') || 'nobody'}`, async () => {
        const got: Who[] = [];
        for (const who of everyone) if (await succeeds(database(), actors[who], sql)) got.push(who);
        expect(got).toEqual(everyone.filter((who) => by.includes(who)));
      });
    }
  }
}

describe('with the grants of the migrations', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase();
    await buildSchool(database);
  });
  afterAll(() => database.close());
  matrix(() => database);

  it('no cell differs for a statement without a condition, nor for a call of the console', {
    timeout: 120_000,
  }, async () => {
    await database.exec('begin');
    try {
      expect([...(await differences(database)), ...(await functionDifferences(database))]).toEqual([]);
    } finally {
      await database.exec('rollback');
    }
  });

  it('every table and view has a row in the table of policies', async () => {
    const rows = await database.query<{ name: string }>(
      "select c.relname::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') order by 1",
    );
    expect(rows.map(({ name }) => name)).toEqual(
      [...new Set(Object.keys(policyRules).map((name) => name.split(' ')[0]))].sort(),
    );
  });

  it('every table of the product has row-level security', async () => {
    const open = await database.query(
      "select c.relname from pg_class c where c.relnamespace in ('public'::regnamespace, 'sync'::regnamespace, 'billing'::regnamespace) and c.relkind = 'r' and not c.relrowsecurity",
    );
    expect(open).toEqual([]);
  });

  it('every foreign key has an index', async () => {
    const slow = await database.query(
      `select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'sync'::regnamespace)
          and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`,
    );
    expect(slow).toEqual([]);
  });

  it('every table has a one-sentence comment', async () => {
    const silent = await database.query(
      "select c.relname from pg_class c where c.relnamespace in ('public'::regnamespace, 'sync'::regnamespace, 'billing'::regnamespace) and c.relkind in ('r', 'v') and obj_description(c.oid) is null",
    );
    expect(silent).toEqual([]);
  });
});

describe.each([
  { host: 'that grants everything to everyone, as some hosts do', hosted: false, bin: undefined },
  { host: 'with the roles and default grants of a hosted Supabase project', hosted: true, bin: undefined },
  ...installedMajors.map(({ major, bin }) => ({ host: `${major} of a hosted Supabase project`, hosted: true, bin })),
])('on a real PostgreSQL $host', ({ hosted, bin }) => {
  let cluster: TestPostgres;
  beforeAll(async () => {
    cluster = await startPostgres({ hosted, bin });
    await buildSchool(cluster);
    if (hosted) return;
    await cluster.exec(`
      grant usage on schema public, sync to anon, authenticated;
      grant all on all tables in schema public, sync to anon, authenticated;`);
  });
  afterAll(() => cluster.stop());
  matrix(() => cluster);

  if (hosted)
    it('visitors have a right on the products only, and call only what is granted to them by name', async () => {
      const rights = await cluster.query(
        `select c.relname::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'S')
          and case when c.relkind = 'S' then has_sequence_privilege('anon', c.oid, 'usage, select, update')
            else has_table_privilege('anon', c.oid, 'select, insert, update, delete, truncate') end
       union all select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace and has_function_privilege('anon', p.oid, 'execute')
       order by 1`,
      );
      expect(rights.map(({ name }) => name)).toEqual([
        'has_plan',
        'is_admin',
        'is_super_admin',
        'products',
        'send_forms',
        'session_has_ended',
      ]);
    });

  it('no role can read a row of the sync tables', async () => {
    for (const table of ['scope', 'feed', 'dirty', 'journal', 'ended_sessions']) {
      for (const who of everyone)
        expect(await succeeds(cluster, actors[who], `select 1 from sync.${table}`), `${who} ${table}`).toBe(false);
    }
  });

  /** Runs `prepare` as the table owner, then a query as an account, and rolls both back. */
  async function ask(actor: Actor, sql: string, prepare = 'select 1'): Promise<Row[]> {
    await cluster.exec('begin');
    try {
      await cluster.exec(prepare);
      await actAs(cluster, actor);
      const rows = await cluster.query(sql);
      await cluster.exec('reset role; set constraints all immediate');
      return rows;
    } finally {
      await cluster.exec('rollback');
    }
  }

  it('every function of the product runs', async () => {
    const { pro, free, admin, superAdmin } = accounts;
    const { uid } = pro;
    const [session, document] = [
      `insert into auth.sessions (id, user_id, created_at, updated_at) values ('${nobody}', '${uid}', now(), now())`,
      idOf(7),
    ];
    const begun = JSON.stringify({ sub: uid, role: 'authenticated', session_id: nobody });
    const paid = {
      id: 'sub_1',
      provider: 'test',
      email: pro.email,
      user_id: uid,
      plan: 'pro',
      period: 'monthly',
      status: 'active',
    };
    const subscription = JSON.stringify({ ...paid, started_at: '2026-11-01', cancel_at_period_end: false });
    const invoice = {
      id: 'in_1',
      subscription_id: 'sub_1',
      amount_paid: 1500,
      amount_due: 1500,
      refunded: 0,
      currency: 'EUR',
      status: 'succeeded',
    };
    const invoices = JSON.stringify([{ ...invoice, email: pro.email, created_at: '2026-11-01' }]);
    const checkout = JSON.stringify([{ id: 'co_1', kind: 'checkout', owner: uid, version: 0, body: {} }]);
    const facts = {
      progress: doc('progress', videos.basic, {
        ...{
          video_id: videos.basic,
          course_id: courses.basic,
          intervals: [[0, 5]],
          position: 5,
          position_at: 1,
          duration: 9,
          completed: true,
        },
        first_watched: 1,
      }),
      attempt: doc('attempt', document, {
        ...{ test_id: tests.basic, started_at: 1, finished_at: 2, time_spent: 1 },
        answers: { [questions.one]: { options: ['a'], at: 1 } },
      }),
      day: doc('day', '2026-01-01', {}),
      registration: doc('registration', events.small, { event_id: events.small, registered: true }),
      like: doc('like', videos.preview, { video_id: videos.preview, liked: true }),
      comment: doc('comment', document, { video_id: videos.basic, content: 'x', created_at: 1, deleted: false }),
      note: doc('note', document, {
        video_id: videos.basic,
        versions: [{ at: 1, text: 'x', position: 1, deleted: false }],
      }),
      read: doc('read', document, { notification_id: document, deleted: false }),
      profile: doc('profile', 'me', { fields: { bio: { value: 'x', at: 1 }, notify_info: { value: 'off', at: 1 } } }),
      cart: doc('cart', spareProduct, { product_id: spareProduct, quantity: 2 }),
      view: doc('view', `news/${news.out}`, { news_id: news.out }),
      form: doc('form', document, { form: 'demo', payload: { first_name: 'x', last_name: 'x', email: 'x@x.bg' } }),
    } satisfies Partial<Record<Kind, JournalDoc>>;
    const deleted = `update public.profiles set deleted_at = now() - interval '31 days' where id = '${free.uid}'`;
    const key = `insert into public.certificate_keys (id, algorithm, public_jwk) values ('key-one-1', 'EdDSA', '{}')`;
    const applied = `select public.billing_apply('evt_1', 'x', 1, '${subscription}', '${invoices}')`;
    const strong = JSON.stringify({ sub: uid, role: 'authenticated', aal: 'aal2' });
    const factor = `insert into auth.mfa_factors (id, user_id, factor_type, status, secret) values ('${nobody}', '${uid}', 'totp', 'verified', 'x')`;
    const calls: [Actor, string, string?][] = [
      [pro, `select public.register_for_event('${uid}', '${events.small}')`],
      [pro, `select public.unregister_from_event('${uid}', '${events.small}')`],
      [pro, `select public.track_video_watched('${uid}', '${videos.free}', '${courses.free}')`],
      [pro, `select 1 from public.get_user_achievements('${uid}') having count(*) > 0`],
      [pro, `select public.update_achievement_progress('${uid}', 'event', 1)`],
      [pro, `select public.update_certificate_progress('${uid}', '${tests.basic}', 100)`],
      [pro, `select public.track_test_completed('${uid}', '${tests.basic}', 100, 1)`],
      [
        pro,
        `select public.sync_pull('[{"scope": "public", "seq": 0}, {"scope": "video:${videos.basic}", "seq": 0}]', 10)`,
      ],
      [
        pro,
        `select from json_array_elements(public.sync_push('${JSON.stringify(Object.values(facts))}')) having bool_and(value ->> 'status' = 'applied')`,
      ],
      [
        anon,
        `select from json_array_elements(public.send_forms('${JSON.stringify([facts.form])}')) where value ->> 'status' = 'applied'`,
      ],
      [
        pro,
        `select public.is_admin(), public.is_super_admin(), public.has_plan('basic'), public.server_time(), public.note_device('x')`,
      ],
      [pro, `select from public.my_sessions() s where jsonb_array_length(s) > 0`, session],
      [pro, `select from public.end_session('${nobody}') e where e`, session],
      [anon, `select from public.session_has_ended('${nobody}') e where e`, `${session}; delete from auth.sessions`],
      [pro, `select set_config('request.jwt.claims', '${begun}', true), public.request_account_deletion()`, session],
      [pro, 'select public.withdraw_account_deletion()'],
      [pro, `select from public.console_access() a where a = 'none'`],
      [pro, `select set_config('request.jwt.claims', '${strong}', true), public.create_recovery_codes()`, factor],
      [pro, `select from public.use_recovery_code('x') r where r = 'wrong'`],
      [pro, `select from public.my_address() a where (a ->> 'proven')::boolean`],
      [pro, `select from public.reissue_certificate('${certificate}') r where r is not null`],
      [service, `select from public.certificates_to_sign() c where c::text like '%${serial}%'`],
      [service, `select public.add_certificate_keys('[{"kid": "key-one-1", "alg": "EdDSA"}]')`],
      [service, `select from public.certificate_key_set() k where jsonb_array_length(k) = 1`, key],
      [service, `select from public.sign_certificate('${serial}', 'seal', 'credential', 'key-one-1') s where s`, key],
      [service, `select from public.issued_certificate('${serial}') c where c ->> 'status' = 'valid'`],
      [service, `select from public.revoked_certificate_indexes() i where i = '[]'`],
      [service, `select from public.accounts_to_erase() a where a ? '${free.uid}'`, deleted],
      [service, `select from public.erase_account('${free.uid}') e where e`, deleted],
      [service, `select public.billing_begin('evt_1')`],
      [
        service,
        `select from public.billing_apply('evt_1', 'x', 1, '${subscription}', '${invoices}') a where a = 'applied'`,
      ],
      [
        service,
        `select from public.billing_account('${uid}', null) a where a #>> '{subscription,id}' = 'sub_1'`,
        applied,
      ],
      [service, `select from public.billing_history('${uid}', 10, 0) h where h::text like '%"in_1"%'`, applied],
      [service, 'select public.billing_orphans()'],
      [service, `select from public.billing_repeated_trials() t where t = '[]'`],
      [service, `select from public.billing_company_save('${uid}', null) c where c is null`],
      ...adminCalls.map((call): [Actor, string, string?] => [admin, ...call]),
      ...superAdminCalls.map(([sql]): [Actor, string] => [superAdmin, sql]),
      ...learnerCalls.map((call): [Actor, string, string?] => [pro, ...call]),
      ...consoleJobCalls.map((call): [Actor, string, string?] => [service, ...call]),
      [service, 'select public.end_plan_grants()'],
      [service, 'select public.republish_authors()'],
      [service, 'select public.send_event_reminders()'],
      [service, 'select public.send_billing_reminders()'],
      [service, `select from public.take_billing_mails() m where m = '[]'`],
      [
        pro,
        `select from public.register_push_device('android', 'a-token-of-a-device-1', 'device-1', 'Asia/Tokyo') r where r is not null`,
      ],
      [pro, `select public.unregister_push_device('school-device')`],
      [service, `select public.set_push_hosts('{push.test}')`],
      [service, `select from public.push_claim(10, 1000) c where c ? 'messages'`],
      [service, `select public.push_report('[]'), public.push_cleanup(), public.queue_push_reminders()`],
      [service, `select from public.push_send('${admin.uid}', '{${uid}}', '{}', null) s where s = '{"queued": 1}'`],
      [service, `select from public.push_stats('${admin.uid}') s where s ->> 'total' = '1'`],
      [service, `select from public.push_devices_of('${admin.uid}', '${uid}') d where jsonb_array_length(d) = 1`],
      [service, `select from public.job_begin('x', 1000, 1000) j where j ->> 'claim' = 'run'`],
      [service, `select public.job_finish('x', 1, 5, null)`],
      [service, `select from public.job_runs() r where r @> '[{"name": "policy-test", "failed": false}]'`],
      [service, `select public.report_client_error('1a2b', 'TypeError: x', '/course/:courseId', '')`],
      [service, `select from public.billing_test_save('${checkout}') s where s`],
      [service, `select public.billing_test_read('co_1', null, null, null)`],
    ];
    for (const [actor, sql, prepare] of calls) expect((await ask(actor, sql, prepare)).length, sql).toBe(1);
    const named = new Set(calls.flatMap(([, sql]) => [...sql.matchAll(/public\.(\w+)\(/g)].map((match) => match[1])));
    const rows = await cluster.query<{ name: string }>(
      "select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace",
    );
    expect(rows.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
  });

  it('the policies of files, buckets, pokes and rarer states apply', async () => {
    for (const [sql, prepare, allowed] of systemCases) {
      const got: Who[] = [];
      for (const who of everyone) {
        const rows = await ask(actors[who], sql, prepare).catch((error: { code?: string }) =>
          error.code === '42501' ? [] : Promise.reject(error),
        );
        if (rows.length > 0) got.push(who);
      }
      expect(got, sql + prepare.slice(-60)).toEqual(allowed);
    }
  });

  it('the whole school can be deleted, with its documents', async () => {
    for (const name of ['courses', 'videos', 'events', 'news', 'certificates', 'profiles']) {
      await cluster.exec(`begin; delete from public.${name}; commit`);
    }
    const alive = await cluster.query(
      `select distinct kind from sync.feed where not deleted and kind in ('courses', 'videos', 'lessons', 'tests', 'news', 'events', 'certificates', 'results', 'comments')`,
    );
    expect(alive).toEqual([]);
  });
});
