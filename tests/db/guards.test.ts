/** Values that no client may set in any way: plans, roles, authors, times, scores, counters, and fields of a sign-up. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { constantsSql } from '../../server/constants';
import { type Actor, anon, as, openDatabase, service, type TestDatabase, tryAs } from '../helpers/database';
import {
  admin,
  buildSchool,
  courses,
  events,
  free,
  news,
  premium,
  pro,
  questions,
  superAdmin,
  tests,
  videos,
} from '../helpers/school';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
  // The worst case is a host that grants everything: then only policies and triggers protect the tables.
  await database.exec(
    'grant usage on schema public, sync to anon, authenticated; grant all on all tables in schema public to anon, authenticated',
  );
});
afterAll(() => database.close());

const code = (actor: Actor, sql: string): Promise<string> =>
  tryAs(database, actor, (session) => session.query(sql)).then(
    () => 'done',
    (error: { code?: string }) => error.code ?? 'unknown',
  );

describe('columns that the server sets', () => {
  it.each([
    ['a learner their deletion date', pro, `update public.profiles set deleted_at = now() where id = '${pro.uid}'`],
    ['a learner another id', pro, `update public.profiles set id = gen_random_uuid() where id = '${pro.uid}'`],
    [
      'an administrator the owner of a plan',
      admin,
      `update public.user_subscriptions set user_id = '${admin.uid}' where user_id = '${pro.uid}'`,
    ],
    [
      'an administrator the address of a plan',
      admin,
      `update public.user_subscriptions set email = 'x@x.bg' where user_id = '${pro.uid}'`,
    ],
    [
      'an administrator the provider of a plan',
      admin,
      `update public.user_subscriptions set subscription_id = 'x' where user_id = '${pro.uid}'`,
    ],
    [
      'a super administrator the account of an administrator',
      superAdmin,
      `update public.admin_users set user_id = '${pro.uid}' where email = '${admin.email}'`,
    ],
    [
      'an administrator the author of a course',
      admin,
      `update public.courses set creator_id = '${pro.uid}' where id = '${courses.free}'`,
    ],
    [
      'an administrator the taken seats',
      admin,
      `update public.events set current_participants = 0 where id = '${events.open}'`,
    ],
    [
      'an administrator taken seats of a new event',
      admin,
      `insert into public.events (title, start_date, end_date, current_participants) values ('x', now(), now() + interval '1 hour', 5)`,
    ],
    [
      'an administrator whose seat it is',
      admin,
      `update public.event_registrations set user_id = '${admin.uid}' where user_id = '${pro.uid}'`,
    ],
    [
      'an administrator when a seat was taken',
      admin,
      `update public.event_registrations set registered_at = '2020-01-01' where user_id = '${pro.uid}'`,
    ],
    [
      'a learner the text of a notification',
      pro,
      `update public.notifications set message = 'x' where user_id = '${pro.uid}'`,
    ],
    [
      'a learner the owner of a notification',
      pro,
      `update public.notifications set user_id = '${admin.uid}' where user_id = '${pro.uid}'`,
    ],
    [
      'an administrator a notification already read',
      admin,
      `insert into public.notifications (user_id, title, message, is_read) values ('${pro.uid}', 'x', 'x', true)`,
    ],
    [
      'a learner a seat already attended',
      pro,
      `insert into public.event_registrations (event_id, user_id, status) values ('${events.small}', '${pro.uid}', 'attended')`,
    ],
    [
      'an account without a plan a seat',
      free,
      `insert into public.event_registrations (event_id, user_id) values ('${events.open}', '${free.uid}')`,
    ],
    [
      'an account without a plan a like',
      free,
      `insert into public.video_likes (video_id, user_id) values ('${videos.basic}', '${free.uid}')`,
    ],
    [
      'an account without a plan a comment',
      free,
      `insert into public.video_comments (video_id, user_id, content) values ('${videos.basic}', '${free.uid}', 'x')`,
    ],
    [
      'a learner the owner of their cart',
      pro,
      `update public.user_cart set user_id = '${admin.uid}' where user_id = '${pro.uid}'`,
    ],
    [
      'a super administrator the last of them',
      superAdmin,
      `update public.admin_users set is_super_admin = false where email = '${superAdmin.email}'`,
    ],
  ])('rejects %s', async (_, actor, sql) => {
    expect(await code(actor, sql)).toBe('42501');
  });

  it.each([
    [
      'a course',
      `insert into public.courses (title, created_at, updated_at, creator_id) values ('x', '2020-01-01', '2020-01-01', '${pro.uid}') returning created_at, updated_at, creator_id`,
    ],
    [
      'a news item',
      `insert into public.news (title, summary, content, slug, status, created_at, updated_at, published_at) values ('x', 'x', 'x', 'x', 'published', '2020-01-01', '2020-01-01', '2020-01-01') returning created_at, updated_at, published_at`,
    ],
    [
      'a certificate',
      `insert into public.certificates (title, created_at, updated_at) values ('x', '2020-01-01', '2020-01-01') returning created_at, updated_at`,
    ],
    [
      'a changed course',
      `update public.courses set title = 'y', created_at = '2020-01-01', updated_at = '2020-01-01', row_version = row_version where id = '${courses.free}' returning created_at, updated_at`,
    ],
  ])('replaces the times of %s with the server’s', async (_, sql) => {
    const [row] = await tryAs(database, admin, (session) => session.query<Record<string, unknown>>(sql));
    for (const [name, value] of Object.entries(row ?? {})) {
      if (name === 'creator_id') expect(value).toBe(admin.uid);
      else expect(new Date(String(value)).getFullYear(), name).toBeGreaterThan(2025);
    }
  });

  it('keeps the first publication date of a news item', async () => {
    const published = `select published_at from public.news where id = '${news.out}'`;
    const before = await database.query(published);
    expect(before).toMatchObject([{ published_at: expect.any(Date) }]);
    const after = tryAs(database, admin, async (session) => {
      await session.query(`update public.news set title = 'y', row_version = row_version where id = '${news.out}'`);
      return session.query(published);
    });
    expect(await after).toEqual(before);
  });

  it('replaces the time of a like, a comment and a registration with the server’s', async () => {
    const rows = await tryAs(database, pro, async (session) => [
      ...(await session.query<{ created_at: Date }>(
        `insert into public.video_likes (video_id, user_id, created_at) values ('${videos.preview}', '${pro.uid}', '2020-01-01') returning created_at`,
      )),
      ...(await session.query<{ created_at: Date }>(
        `insert into public.video_comments (video_id, user_id, content, created_at) values ('${videos.basic}', '${pro.uid}', ' x ', '2020-01-01') returning created_at`,
      )),
      ...(await session.query<{ created_at: Date }>(
        `insert into public.event_registrations (event_id, user_id, registered_at) values ('${events.small}', '${pro.uid}', '2020-01-01') returning registered_at as created_at`,
      )),
    ]);
    expect(rows.map(({ created_at }) => new Date(created_at).getFullYear() > 2025)).toEqual([true, true, true]);
  });

  it('lets the service set the columns that it reports', async () => {
    const sql = `update public.user_subscriptions set has_premium_plan = true, subscription_id = 'sub_1', status = 'active' where user_id = '${pro.uid}'`;
    expect(await code(service, sql)).toBe('done');
  });
});

describe('internal functions', () => {
  it.each([
    ['the key of a test', `select sync.score_attempt('${tests.basic}', '{}')`],
    ['a digest to try answers against', `select sync.answer_digest('${questions.one}', '[]')`],
    [
      'a result of their own making',
      `select sync.apply_result('${pro.uid}', gen_random_uuid(), '${tests.basic}', '{}', 1, now())`,
    ],
    ['a day of their own making', `select sync.apply_day('${pro.uid}', '2026-01-01')`],
    ['a plan of others', `select sync.user_has_plan('${pro.uid}', 'premium')`],
    ['a note in the queue of the feed', `select sync.touch('courses', '${courses.free}')`],
    ['the handling of a payment', `select public.billing_begin('evt_1')`],
    ['a plan of their own making', `select public.billing_apply('evt_1', 'x', 1, '{}', '[]')`],
    ['an account by its address', `select public.billing_account(null, '${pro.email}')`],
    ['invoices of others', `select public.billing_history('${pro.uid}', 10, 0)`],
    ['a checkout of the test provider', `select public.billing_test_save('[]')`],
    ['a look into the subscriptions', `select * from billing.subscriptions`],
    ['a plan written directly', `select billing.entitle('${pro.uid}', '${pro.email}')`],
    ['a message in the name of the server', `select realtime.send('{}', 'poke', 'scope:public', true)`],
  ])('are not granted to learners: %s', async (_, sql) => {
    expect(await code(pro, sql)).toBe('42501');
    expect(await code(anon, sql)).toBe('42501');
  });

  it('are granted by name only, beside the constants that the app has too', async () => {
    const open = await database.query<{ name: string; isConstant: boolean }>(
      `select p.proname::text as name, p.pronargs = 0 and p.provolatile = 'i' and not p.prosecdef as "isConstant"
        from pg_proc p where p.pronamespace = 'sync'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute') order by 1`,
    );
    const constants = new Set([...constantsSql().matchAll(/create function sync\.(\w+)/g)].map(([, name]) => name));
    expect(open.filter(({ name, isConstant }) => constants.has(name) && !isConstant)).toEqual([]);
    expect(open.map(({ name }) => name).filter((name) => !constants.has(name))).toEqual([
      'console_account',
      'is_resource_file',
      'may_discuss',
      'may_follow',
      'may_read_course',
      'may_read_lesson',
      'may_read_lesson_file',
      'may_read_resource_object',
      'may_read_video_object',
      'valid_options',
    ]);
  });

  it('have a fixed search path', async () => {
    const loose = await database.query(
      "select p.proname from pg_proc p where p.pronamespace in ('sync'::regnamespace, 'public'::regnamespace, 'billing'::regnamespace) and not coalesce(p.proconfig @> array['search_path=\"\"'], false)",
    );
    expect(loose).toEqual([]);
  });

  it.each([
    ['register_for_event', `select public.register_for_event('${pro.uid}', '${events.open}')`],
    ['unregister_from_event', `select public.unregister_from_event('${pro.uid}', '${events.open}')`],
    ['track_video_watched', `select public.track_video_watched('${pro.uid}', '${videos.free}', '${courses.free}')`],
    ['get_user_achievements', `select public.get_user_achievements('${pro.uid}')`],
    ['update_achievement_progress', `select public.update_achievement_progress('${pro.uid}', 'event', 1)`],
    ['update_certificate_progress', `select public.update_certificate_progress('${pro.uid}', '${tests.basic}', 100)`],
    ['track_test_completed', `select public.track_test_completed('${pro.uid}', '${tests.basic}', 100, 1)`],
  ])('%s acts for the caller or the service only; administrators may read', async (name, sql) => {
    expect(await code(pro, sql)).toBe('done');
    expect(await code(admin, sql)).toBe(name.startsWith('get_') ? 'done' : '42501');
    expect(await code(service, sql)).toBe('done');
    for (const stranger of [anon, free, premium]) expect(await code(stranger, sql)).toBe('42501');
  });

  it('track_video_watched requires the plan of the lesson', async () => {
    const track = (who: { uid: string }, video: string) =>
      `select public.track_video_watched('${who.uid}', '${video}', null)`;
    const said = (who: Actor & { uid: string }, video: string) =>
      tryAs(database, who, (session) => session.query(track(who, video))).then(
        () => 'done',
        (error: Error) => error.message,
      );
    expect(await said(free, videos.free)).toBe('done');
    expect(await said(free, videos.basic)).toBe('forbidden');
    expect(await said(pro, videos.premium)).toBe('forbidden');
    expect(await said(premium, videos.premium)).toBe('done');
    expect(await said(premium, '00000000-0000-4000-8000-00000000dead')).toBe('not_found');
  });
});

describe('registration', () => {
  const signUp = (id: string, email: string | null, confirmed: boolean, metadata: object) =>
    database.query(
      'insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1, $2, $3, $4)',
      [id, email, confirmed ? new Date() : null, JSON.stringify(metadata)],
    );
  const confirm = (uid: string) =>
    database.query('update auth.users set email_confirmed_at = now() where id = $1', [uid]);
  const startSession = (uid: string) =>
    database.query('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', [uid]);
  const id = (n: number) => `70000000-0000-4000-8000-0000000001${String(n).padStart(2, '0')}`;

  it('uses only the name of a visitor’s metadata', async () => {
    await signUp(id(1), 'climber@school.test', true, {
      full_name: '  Иван Изкачващ  ',
      is_admin: true,
      is_super_admin: true,
      role: 'service_role',
      plan: 'premium',
      has_premium_plan: true,
      job_title: 'шеф',
      points: 9,
    });
    const [row] = await database.query(
      'select p.full_name, p.job_title, s.has_pro_plan, s.has_premium_plan, s.email from public.profiles p join public.user_subscriptions s on s.user_id = p.id where p.id = $1',
      [id(1)],
    );
    expect(row).toEqual({
      full_name: 'Иван Изкачващ',
      job_title: null,
      has_pro_plan: false,
      has_premium_plan: false,
      email: 'climber@school.test',
    });
    const [rights] = await as(database, { role: 'authenticated', uid: id(1) }, (session) =>
      session.query(
        `select public.is_admin() as admin, public.is_super_admin() as super, public.has_plan('basic') as basic, public.has_plan('free') as free`,
      ),
    );
    expect(rights).toEqual({ admin: false, super: false, basic: false, free: true });
  });

  it.each([
    ['a very long name', { full_name: 'я'.repeat(5_000) }],
    ['a name that is no text', { full_name: { a: 1 } }],
    ['no metadata', {}],
  ])('does not fail for %s', async (_, metadata) => {
    const [{ id: fresh } = { id: '' }] = await database.query<{ id: string }>('select gen_random_uuid() as id');
    await signUp(fresh, `${fresh}@school.test`, true, metadata);
    expect(await database.query('select 1 from public.profiles where id = $1', [fresh])).toHaveLength(1);
  });

  it('gives a plan that was paid before the registration only to a sign-in after the confirmation of the address', async () => {
    await database.exec(
      `insert into public.user_subscriptions (email, has_pro_plan) values ('early@school.test', true)`,
    );
    await signUp(id(2), 'Early@School.test', false, {});
    const plan = () => database.query<{ plan: boolean }>("select sync.user_has_plan($1, 'pro') as plan", [id(2)]);
    await startSession(id(2));
    expect(await plan()).toEqual([{ plan: false }]);
    await confirm(id(2));
    expect(await plan()).toEqual([{ plan: false }]);
    await startSession(id(2));
    expect(await plan()).toEqual([{ plan: true }]);
  });

  it('gives administrator rights to the account that has the address, not to a later one with the same address', async () => {
    await as(database, superAdmin, (session) =>
      session.exec(`insert into public.admin_users (email) values ('colleague@school.test')`),
    );
    await signUp(id(3), 'colleague@school.test', true, {});
    const isAdmin = async (uid: string) =>
      (
        await as(database, { role: 'authenticated', uid }, (session) =>
          session.query<{ admin: boolean }>('select public.is_admin() as admin'),
        )
      )[0]?.admin;
    expect(await isAdmin(id(3))).toBe(false);
    await as(database, superAdmin, async (session) => {
      await session.exec(`delete from public.admin_users where email = 'colleague@school.test'`);
      await session.exec(`insert into public.admin_users (email) values ('colleague@school.test')`);
    });
    expect(await isAdmin(id(3))).toBe(true);
    await as(database, superAdmin, (session) =>
      session.exec(`insert into public.admin_users (email) values ('proven@school.test')`),
    );
    await signUp(id(4), 'proven@school.test', false, {});
    expect(await isAdmin(id(4))).toBe(false);
    // Adding the administrator again grants nothing to an account that registered that e-mail but never confirmed it.
    await as(database, superAdmin, async (session) => {
      await session.exec(`delete from public.admin_users where email = 'proven@school.test'`);
      await session.exec(`insert into public.admin_users (email) values ('proven@school.test')`);
    });
    expect(await isAdmin(id(4))).toBe(false);
    await startSession(id(4));
    await confirm(id(4));
    expect(await isAdmin(id(4))).toBe(false);
    await startSession(id(4));
    expect(await isAdmin(id(4))).toBe(true);
    // A second address of the same account breaks no sign-in: an account is an administrator once.
    await database.exec("insert into public.admin_users (email) values ('second@school.test')");
    await database.query("update auth.users set email = 'second@school.test' where id = $1", [id(4)]);
    await startSession(id(4));
    expect(await isAdmin(id(4))).toBe(true);
  });

  it('keeps rights with the account when another account takes its old address', async () => {
    await database.query(`update auth.users set email = 'moved@school.test' where id = $1`, [admin.uid]);
    await signUp(id(5), admin.email, true, {});
    const [row] = await as(database, { role: 'authenticated', uid: id(5) }, (session) =>
      session.query<{ admin: boolean }>('select public.is_admin() as admin'),
    );
    expect(row?.admin).toBe(false);
    expect(await database.query('select email from public.user_subscriptions where user_id = $1', [admin.uid])).toEqual(
      [{ email: 'moved@school.test' }],
    );
  });
});
