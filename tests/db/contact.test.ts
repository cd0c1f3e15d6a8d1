import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, anon, as, openDatabase, type Row, type TestDatabase } from '../helpers/database';
import { doc, idOf } from '../helpers/push-deps';
import { admin, buildSchool, free, premium, pro } from '../helpers/school';

// A message from the contact form arrives through the journal, the console shows it, and the answer reaches the learner as a notification.

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
});
beforeEach(async () => {
  await database.query('delete from public.contact_requests');
});
afterAll(() => database.close());

const message = (n: number, payload: Record<string, string>, log?: string) =>
  doc('form', idOf(n), { form: 'contact', payload, ...(log ? { log } : {}) });

async function send(actor: Actor, ...docs: object[]): Promise<unknown> {
  const name = actor.role === 'anon' ? 'send_forms' : 'sync_push';
  const [row] = await as(database, actor, (own) =>
    own.query<Row>(`select public.${name}($1::json) as answers`, [JSON.stringify(docs)]),
  );
  return row?.answers;
}

async function call<T>(actor: Actor, name: string, args: readonly unknown[] = []): Promise<T> {
  const places = args.map((_, place) => `$${place + 1}`).join();
  const [row] = await as(database, actor, (own) =>
    own.query<{ answer: T }>(`select public.${name}(${places}) as answer`, [...args]),
  );
  return row?.answer as T;
}

interface List {
  rows: { id: string; priority: boolean; name: string; email: string }[];
  counts: { open: number; answered: number };
}

test('the console lists messages of Premium accounts first, then the oldest ones', async () => {
  expect(await send(free, message(1, { topic: 'other', message: 'Първи' }))).toMatchObject([{ status: 'applied' }]);
  expect(
    await send(anon, message(2, { name: 'Иван', email: 'ivan@example.com', topic: 'x', message: 'Втори' }, 'log')),
  ).toMatchObject([{ status: 'applied' }]);
  expect(
    await send(premium, message(3, { topic: 'mentor', message: 'Трети', email: 'x@example.com' }, 'states: 1')),
  ).toMatchObject([{ status: 'applied' }]);
  const { rows, counts } = await call<List>(admin, 'admin_contact_requests');
  expect(rows).toMatchObject([
    { id: idOf(3), priority: true, plan: 'premium', topic: 'mentor', has_log: true, email: premium.email },
    { id: idOf(1), priority: false, plan: 'free', topic: 'other', has_log: false, email: free.email },
    {
      id: idOf(2),
      priority: false,
      user_id: null,
      name: 'Иван',
      email: 'ivan@example.com',
      topic: 'other',
      has_log: false,
    },
  ]);
  expect(counts).toEqual({ open: 3, answered: 0 });
  expect(await database.query('select log from public.contact_requests where log is not null')).toEqual([
    { log: 'states: 1' },
  ]);
});

test('a message without text, and a visitor without an address, are rejected', async () => {
  expect(await send(pro, message(4, { topic: 'other', message: '  ' }))).toMatchObject([{ code: 'bad_document' }]);
  expect(
    await send(
      anon,
      message(5, { topic: 'other', message: 'Здравейте', name: 'Иван' }),
      message(6, { topic: 'other', message: 'Здравейте', email: 'ivan@example.com' }),
    ),
  ).toMatchObject([{ code: 'bad_document' }, { code: 'bad_document' }]);
});

test('an account sends five messages an hour and twenty a day; what comes sooner stays on the device', async () => {
  const docs = Array.from({ length: 20 }, (_, n) => message(100 + n, { topic: 'other', message: `Номер ${n}` }));
  await database.query('delete from sync.quotas');
  for (let hour = 0; hour < 4; hour += 1) {
    expect(await send(pro, ...docs)).toMatchObject(
      docs.map((_, n) => ({ status: n < hour * 5 ? 'same' : n < hour * 5 + 5 ? 'applied' : 'retry' })),
    );
    await database.query("update sync.quotas set since = since - interval '1 hour'");
  }
  expect(await send(pro, message(130, { topic: 'other', message: 'Още' }), docs[0] ?? {})).toMatchObject([
    { status: 'rejected', code: 'too_many' },
    { status: 'same' },
  ]);
  await database.query("update public.contact_requests set created_at = now() - interval '25 hours'");
  expect(await send(pro, message(130, { topic: 'other', message: 'Още' }))).toMatchObject([{ status: 'applied' }]);
  await database.query('delete from sync.quotas');
});

test('the answer reaches the learner once, even with muted notifications', async () => {
  await database.query(`update public.profiles set muted = '{info,success,warning}' where id = '${pro.uid}'`);
  await send(pro, message(140, { topic: 'payment', message: 'Кога?' }));
  const reply = () => call<Row>(admin, 'reply_to_contact_request', [idOf(140), ' Утре. ']);
  expect(await reply()).toMatchObject({ answer: 'Утре.' });
  expect(await reply()).toMatchObject({ answer: 'Утре.' });
  const source = `contact:${idOf(140)}`;
  expect(
    await database.query('select user_id, message, link, topic from public.notifications where source = $1', [source]),
  ).toEqual([{ user_id: pro.uid, message: 'Утре.', link: '/contact', topic: 'admin' }]);
  await expect(call(admin, 'reply_to_contact_request', [idOf(140), 'Друго'])).rejects.toThrow('answered');
  expect(await call<List>(admin, 'admin_contact_requests', ['answered'])).toMatchObject({
    rows: [{ id: idOf(140) }],
    counts: { open: 0, answered: 1 },
  });
  const audit = await database.query(
    `select action, row_id from public.admin_audit where table_name = 'contact_requests'`,
  );
  expect(audit).toEqual([{ action: 'update', row_id: idOf(140) }]);
});

test('a request goes to the trash, comes back from it and is purged after 30 days', async () => {
  await send(pro, message(145, { topic: 'other', message: 'Питане' }));
  const [open] = (await call<List>(admin, 'admin_contact_requests')).rows;
  expect(open?.id).toBe(idOf(145));
  await call(admin, 'move_to_trash', ['contact_requests', idOf(145)]);
  expect((await call<List>(admin, 'admin_contact_requests')).counts).toMatchObject({ open: 0 });
  await call(admin, 'restore', ['contact_requests', idOf(145)]);
  expect((await call<List>(admin, 'admin_contact_requests')).counts).toMatchObject({ open: 1 });
  await call(admin, 'move_to_trash', ['contact_requests', idOf(145)]);
  await database.query("update public.contact_requests set deleted_at = now() - interval '31 days' where id = $1", [
    idOf(145),
  ]);
  await database.query('select public.purge_trash()');
  expect(await database.query('select from public.contact_requests where id = $1', [idOf(145)])).toEqual([]);
});

test('a visitor’s request is marked as answered but not notified; a learner can neither read nor answer requests', async () => {
  await send(anon, message(150, { name: 'Ана', email: 'ana@example.com', topic: 'other', message: 'Здравейте' }));
  await expect(call(admin, 'reply_to_contact_request', [idOf(150), 'Здравейте'])).rejects.toThrow('no_account');
  expect(await call<Row>(admin, 'reply_to_contact_request', [idOf(150)])).toMatchObject({ answer: null });
  await expect(call(pro, 'admin_contact_requests')).rejects.toThrow('forbidden');
  await expect(call(pro, 'reply_to_contact_request', [idOf(150)])).rejects.toThrow('forbidden');
});
