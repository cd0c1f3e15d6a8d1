import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { clientOf, learner, startTestServer, type TestServer } from './harness';

// Another account and a visitor cannot read or change an account's certificate, registration or notification by REST, RPC or journal.

const ids = {
  certificate: 'c1000000-0000-4000-8000-000000000001',
  event: 'e1000000-0000-4000-8000-000000000001',
  notification: 'f1000000-0000-4000-8000-000000000001',
  news: 'd1000000-0000-4000-8000-000000000001',
};
const SECRET = 'само-за-жертвата';
const BODY = 'цялата статия за Premium';
type Learner = Awaited<ReturnType<typeof learner>>;
let server: TestServer;
let victim: Learner;
let thief: Learner;
const run = (sql: string, params: unknown[] = []) => server.backend.database.run(sql, params);

beforeAll(async () => {
  server = await startTestServer({ supabaseDir: join(import.meta.dirname, '../../supabase') });
  victim = await learner(server, 'victim');
  thief = await learner(server, 'thief');
  await run("update public.user_subscriptions set has_pro_plan = true where email like '%@school.test'");
  await run('insert into public.certificates (id, title) values ($1, $2)', [ids.certificate, 'Сертификат']);
  await run(
    `insert into public.events (id, title, start_date, end_date)
     values ($1, 'Вечер', now() + interval '1 day', now() + interval '25 hours')`,
    [ids.event],
  );
  await run(
    "insert into public.news (id, title, summary, content, status) values ($1, 'Новина', 'Кратко', $2, 'published')",
    [ids.news, BODY],
  );
  await run('insert into public.notifications (id, user_id, title, message) values ($1, $2, $3, $3)', [
    ids.notification,
    victim.uid,
    SECRET,
  ]);
  await run(
    `insert into public.user_certificates (user_id, certificate_id, completed, completed_at) values ($1, $2, true, now())`,
    [victim.uid, ids.certificate],
  );
  const taken = await victim.client.rpc('register_for_event', { p_user_id: victim.uid, p_event_id: ids.event });
  expect(taken.error).toBeNull();
  // Wait until the server has signed the new certificate; a later signature would look like the effect of an attack.
  await vi.waitFor(
    async () => expect(await run('select serial from public.issued_certificates where signed_at is null')).toEqual([]),
    { timeout: 60_000, interval: 100 },
  );
}, 120_000);
afterAll(() => server.stop());

/** All rows that the attacks could change. */
const rows = async () => [
  await run('select * from public.notifications where user_id = $1 order by id', [victim.uid]),
  await run('select * from public.event_registrations order by id'),
  await run('select * from public.user_certificates order by user_id'),
  await run('select * from public.issued_certificates order by serial'),
];

const callers: [string, () => Pick<Learner, 'client'>][] = [
  ['another account', () => thief],
  ['a visitor', () => ({ client: clientOf(server) })],
];

describe.each(callers)('%s', (_, caller) => {
  const tables = ['notifications', 'event_registrations', 'user_certificates', 'issued_certificates'] as const;

  test.each(tables)('reads, changes and deletes nothing of %s by REST', async (table) => {
    const { client } = caller();
    const before = await rows();
    const fields = {
      notifications: { is_read: true, title: 'x' },
      event_registrations: { status: 'cancelled' },
      user_certificates: { completed: false },
      issued_certificates: { name: 'Крадец' },
    }[table];
    const tries = [
      client.from(table).select().eq('user_id', victim.uid),
      client.from(table).select().limit(100),
      client.from(table).update(fields).eq('user_id', victim.uid).select(),
      client.from(table).delete().eq('user_id', victim.uid).select(),
      client
        .from(table)
        .insert({ ...fields, user_id: victim.uid })
        .select(),
    ];
    for (const attempt of tries) expect(JSON.stringify((await attempt).data ?? [])).not.toContain(victim.uid);
    expect(await rows()).toEqual(before);
  });

  test('does nothing in the name of the other account by RPC', async () => {
    const { client } = caller();
    const before = await rows();
    for (const [name, more] of [
      ['register_for_event', { p_event_id: ids.event }],
      ['unregister_from_event', { p_event_id: ids.event }],
      ['update_certificate_progress', { p_test_id: ids.certificate, p_score: 100 }],
      ['get_user_achievements', {}],
    ] as const) {
      const { error, data } = await client.rpc(name, { p_user_id: victim.uid, ...more });
      expect([name, error?.code, data]).toEqual([name, '42501', null]);
    }
    expect(await rows()).toEqual(before);
  });

  test('receives and changes nothing by the journal and its scopes', async () => {
    const { client } = caller();
    const before = await rows();
    const at = Date.now();
    const doc = { at, active_on: '2026-11-20', rev: 0 };
    const pushed = await client.rpc('sync_push', {
      p_docs: [
        {
          ...doc,
          id: `read/${ids.notification}`,
          kind: 'read',
          data: { notification_id: ids.notification, read: true, deleted: true },
        },
        {
          ...doc,
          id: `registration/${ids.event}`,
          kind: 'registration',
          data: { event_id: ids.event, registered: false },
        },
      ],
    });
    const pulled = await client.rpc('sync_pull', {
      p_cursors: [`account:${victim.uid}`, `journal:${victim.uid}`, 'public', 'plan:basic', 'plan:premium'].map(
        (scope) => ({ scope, seq: 0 }),
      ),
      p_limit: 1000,
    });
    for (const { data } of [pushed, pulled]) expect(JSON.stringify(data ?? [])).not.toContain(SECRET);
    expect(JSON.stringify(pulled.data ?? [])).not.toContain(BODY);
    expect(await rows()).toEqual(before);
  });
});

test('the owner receives them, so that the attacks above had something to find', async () => {
  const { data } = await victim.client.rpc('sync_pull', {
    p_cursors: [{ scope: `account:${victim.uid}`, seq: 0 }],
    p_limit: 1000,
  });
  expect(JSON.stringify(data)).toContain(SECRET);
  expect(await run('select 1 as one from public.issued_certificates where user_id = $1', [victim.uid])).toHaveLength(1);
});

test('if devices of the owner mark a notification as read at the same time, only one of them gets it back', async () => {
  const mark = () =>
    victim.client
      .from('notifications')
      .update({ is_read: true })
      .eq('is_read', false)
      .in('id', [ids.notification])
      .select('id');
  const answers = await Promise.all([mark(), mark(), mark()]);
  expect(answers.flatMap(({ data }) => data ?? [])).toEqual([{ id: ids.notification }]);
});
