/** Notifications sent from the console: each account gets a notification once, even if the process dies halfway. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fanOutNotifications } from '../../server/notifications/fan-out';
import { ask, write } from '../helpers/console';
import { as, openDatabase, service, type TestDatabase } from '../helpers/database';
import { accounts, buildSchool } from '../helpers/school';

const { admin, free, pro, premium } = accounts;
const id = (n: number) => `00000000-0000-4000-8000-0000000004${String(n).padStart(2, '0')}`;

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
}, 120_000);
afterAll(() => database.close());

const call = async (name: string, _args?: unknown, limit = 200) => {
  const [row] = await as(database, service, (session) =>
    session.query<{ answer: unknown }>(
      `select public.${name}(${name === 'fan_out_notifications' ? limit : ''}) as answer`,
    ),
  );
  return row?.answer;
};
const run = () => fanOutNotifications(call, new AbortController().signal);
const received = (n: number) =>
  database.query<{ user_id: string; times: number }>(
    `select user_id, count(*)::int as times from public.notifications where source = 'send:${id(n)}' group by 1 order by 1`,
  );
const send = (n: number, more = '') =>
  ask(database, admin, `send_notification('${id(n)}', 'Здравейте', 'Нов урок'${more})`);
const stateOf = async (n: number) =>
  (await ask<{ rows: { id: string }[] }>(database, admin, 'admin_sends()')).rows.find((row) => row.id === id(n));

it('a broadcast reaches everyone once, even if it is sent twice and the server dies halfway', async () => {
  await send(1);
  expect(await send(1)).toMatchObject({ state: 'queued', recipients: 6, delivered: 0 });
  // Each batch has two accounts; the process that sends the second batch dies before the commit.
  await call('fan_out_notifications', {}, 2);
  await database.exec('begin; select public.fan_out_notifications(2); rollback');
  expect(await stateOf(1)).toMatchObject({ state: 'sending', delivered: 2 });
  await run();
  expect((await received(1)).map(({ times }) => times)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(await stateOf(1)).toMatchObject({ state: 'sent', delivered: 6, recipients: 6, skipped: 0 });
});

it('an account that muted the kind is skipped', async () => {
  await database.exec(`update public.profiles set muted = '{success}' where id = '${free.uid}'`);
  await send(2, `, 'success', '/courses', 'targeted', array['${free.uid}', '${pro.uid}', '${id(99)}']::uuid[]`);
  await run();
  expect(await received(2)).toEqual([{ user_id: pro.uid, times: 1 }]);
  expect(await stateOf(2)).toMatchObject({ recipients: 2, delivered: 1, skipped: 1, state: 'sent' });
});

it('withdrawing a send removes its unread notifications', async () => {
  await database.exec(
    `update public.notifications set is_read = true where source = 'send:${id(1)}' and user_id = '${premium.uid}'`,
  );
  await ask(database, admin, `withdraw_notification('${id(1)}')`);
  await run();
  expect(await received(1)).toEqual([{ user_id: premium.uid, times: 1 }]);
  expect(await stateOf(1)).toMatchObject({ state: 'withdrawn', delivered: 1 });
});

it('a send is checked, limited to 20 an hour, and logged', async () => {
  await expect(send(3, `, 'loud'`)).rejects.toMatchObject({ message: 'bad_argument', detail: 'p_type' });
  await expect(send(3, `, 'info', 'javascript:alert(1)'`)).rejects.toMatchObject({ detail: 'p_link' });
  await expect(send(3, `, 'info', null, 'targeted', '{}'`)).rejects.toMatchObject({ message: 'no_recipients' });
  await expect(ask(database, admin, `send_notification('${id(3)}', ' ', 'x')`)).rejects.toMatchObject({
    detail: 'p_title',
  });
  await expect(ask(database, pro, `send_notification('${id(3)}', 'x', 'x')`)).rejects.toMatchObject({ code: '42501' });
  for (let n = 10; n < 28; n += 1) await send(n);
  await expect(send(28)).rejects.toMatchObject({ code: 'PT429', message: 'too_many' });
  const entries = await ask<{ rows: { action: string }[] }>(
    database,
    accounts.superAdmin,
    `admin_audit_entries('', 'notification_sends', null, null, 1, 100)`,
  );
  expect(entries.rows.filter(({ action }) => action === 'send')).toHaveLength(20);
  await expect(
    write(
      database,
      admin,
      `insert into public.notifications (user_id, title, message) values ('${pro.uid}', 'x', 'x')`,
    ),
  ).rejects.toMatchObject({ code: '42501' });
});

it('notifications older than a year are deleted', async () => {
  await database.exec(
    `update public.notifications set created_at = now() - interval '366 days' where source = 'send:${id(2)}'`,
  );
  expect(await call('end_notification_retention')).toBe(1);
});
