/** What an account could do to other people's data, or hide, by an address, a link or a picture that it chose. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../helpers/console';
import { as, openDatabase, service, type TestDatabase } from '../helpers/database';
import {
  admin,
  buildSchool,
  courses,
  events,
  free,
  news,
  premium,
  pro,
  superAdmin,
  tests,
  videos,
} from '../helpers/school';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
});
afterAll(() => database.close());

const update = (account: typeof pro, sql: string) =>
  as(database, { role: 'authenticated', uid: account.uid }, ({ exec }) => exec(sql));

it('erasing an account keeps the requests that another person sent from its unconfirmed address', async () => {
  const sent = async () => {
    const [row] = await database.query<{ count: number }>(
      `select ((select count(*) from public.contact_requests where email = 'victim@school.test')
        + (select count(*) from public.demo_requests where email = 'victim@school.test')
        + (select count(*) from public.store_launch_notifications where email = 'victim@school.test'))::int as count`,
    );
    return row?.count;
  };
  await database.exec(`
    insert into public.contact_requests (id, name, email, topic, message) values (gen_random_uuid(), 'Ана', 'victim@school.test', 'other', 'Здравейте');
    insert into public.demo_requests (id, first_name, last_name, email) values (gen_random_uuid(), 'Ана', 'Илиева', 'victim@school.test');
    insert into public.store_launch_notifications (email) values ('victim@school.test');`);
  for (const [account, proven, left] of [
    [free, false, 3],
    [pro, true, 0],
  ] as const) {
    await database.query(
      `update auth.users set email = 'victim@school.test', email_confirmed_at = case when $2::boolean then now() end where id = $1`,
      [account.uid, proven],
    );
    await database.query(`update public.profiles set deleted_at = now() - interval '31 days' where id = $1`, [
      account.uid,
    ]);
    const [erased] = await as(database, service, ({ query }) =>
      query('select public.erase_account($1) as done', [account.uid]),
    );
    expect(erased?.done).toBe(true);
    expect(await sent()).toBe(left);
  }
});

it('nobody chooses a picture on a foreign host as avatar', async () => {
  await expect(
    update(admin, `update public.profiles set avatar_url = 'https://evil.test/pixel.png' where id = '${admin.uid}'`),
  ).rejects.toMatchObject({ code: '42501' });
});

it('the digest of an address is an HMAC with a key that only this database has', async () => {
  const text = 'Ana+trial@School.test ';
  const [row] = await database.query<{ digest: string; inner: Uint8Array; outer: Uint8Array }>(
    'select billing.address_digest($1) as digest, inner_key as inner, outer_key as outer from billing.digest_key',
    [text],
  );
  const key = Buffer.from(row?.inner ?? []).map((byte) => byte ^ 0x36);
  expect(Buffer.from(row?.outer ?? []).map((byte) => byte ^ 0x5c)).toEqual(key);
  expect(row?.digest).toBe(createHmac('sha256', key).update('ana@school.test').digest('hex'));
  for (const role of ['authenticated', 'service_role'] as const)
    await expect(
      as(database, { role, uid: admin.uid }, ({ query }) => query('select * from billing.digest_key')),
    ).rejects.toMatchObject({ code: '42501' });
  const other = await openDatabase();
  await other.exec('delete from billing.digest_key');
  const [without] = await other.query<{ digest: string | null }>('select billing.address_digest($1) as digest', [text]);
  expect(without?.digest).toBeNull();
  await other.close();
});

it.each([
  ['the website of a profile', `update public.profiles set website = 'https://a.bg/\t.evil' where id = '${admin.uid}'`],
  ['the link of an event', `update public.events set join_url = E'https://a.bg\\n/x' where id = '${events.open}'`],
  ['the picture of an event', `update public.events set image_url = E'/a\\t.png' where id = '${events.open}'`],
  ['the picture of a news item', `update public.news set image_url = E'ja\\tvascript:a' where id = '${news.out}'`],
  [
    'the link of a message',
    `insert into public.notifications (user_id, title, message, type, link) values ('${admin.uid}', 'a', 'b', 'info', E'/a\\nb')`,
  ],
])('%s refuses control characters', async (_, sql) => {
  await expect(database.exec(sql)).rejects.toThrow(/check|bad_argument/);
});

it.each([
  '//evil.test/x.png',
  '/\\evil.test/x.png',
  '\\\\evil.test/x.png',
  ' //evil.test/x.png',
  ' javascript:alert(1)',
])('no picture is on a foreign host that is named without a scheme: %j', async (url) => {
  for (const [table, column] of [
    ['courses', 'thumbnail_url'],
    ['videos', 'thumbnail_url'],
    ['events', 'image_url'],
    ['news', 'image_url'],
    ['certificates', 'template_url'],
    ['products', 'image_url'],
    ['test_questions', 'image_url'],
  ]) {
    const set = (value: string) => database.query(`update public.${table} set ${column} = $1`, [value]);
    await expect(set(url), table).rejects.toThrow(/check|bad_argument/);
    await set('/storage/v1/object/public/images/x.png');
  }
});

it('an administrator’s own seats are in the audit log', async () => {
  await ask(database, admin, `register_for_event('${admin.uid}', '${events.open}')`);
  await ask(database, admin, `unregister_from_event('${admin.uid}', '${events.open}')`);
  const { rows } = await ask<{ rows: Record<string, unknown>[] }>(
    database,
    superAdmin,
    `admin_audit_entries('', 'event_registrations')`,
  );
  expect(rows.slice(0, 2)).toMatchObject([
    { email: admin.email, action: 'delete', before: { status: 'registered' } },
    { email: admin.email, action: 'insert', after: { status: 'registered' } },
  ]);
});

it('an administrator reads the achievements of others, but never acts for them', async () => {
  for (const [account, learner] of [
    [admin, superAdmin],
    [admin, premium],
    [superAdmin, premium],
  ] as const) {
    for (const call of [
      `register_for_event('${learner.uid}', '${events.open}')`,
      `unregister_from_event('${learner.uid}', '${events.open}')`,
      `track_video_watched('${learner.uid}', '${videos.free}', '${courses.free}')`,
      `update_achievement_progress('${learner.uid}', 'event', 1)`,
      `update_certificate_progress('${learner.uid}', '${tests.free}', 100)`,
      `track_test_completed('${learner.uid}', '${tests.free}', 100, 1)`,
    ])
      await expect(ask(database, account, call)).rejects.toMatchObject({ code: '42501' });
    await as(database, { role: 'authenticated', uid: account.uid }, ({ query }) =>
      query('select from public.get_user_achievements($1)', [learner.uid]),
    );
  }
});
