import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, anon, as, openDatabase, type Row, type TestDatabase } from '../helpers/database';
import { doc, idOf } from '../helpers/push-deps';
import { buildSchool, pro } from '../helpers/school';

// Visitors send forms with a function of their own, because sync_push requires a signed-in account.

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
});
afterAll(() => database.close());

const launch = (n: number) =>
  JSON.stringify([
    doc('form', idOf(n), { form: 'launch', payload: { email: `v${n}@example.com`, source: 'store_page' } }),
  ]);
async function call(actor: Actor, name: 'sync_push' | 'send_forms', docs: string): Promise<unknown> {
  const [row] = await as(database, actor, (own) =>
    own.query<Row>(`select public.${name}($1::json) as answers`, [docs]),
  );
  return row?.answers;
}

test('a visitor cannot push, even with a token that names an account without its role', async () => {
  // A hosted project's default grants allow anon to call every function, so the function itself must reject the call.
  await expect(call(anon, 'sync_push', launch(1))).rejects.toMatchObject({ code: '42501' });
  await database.query('grant execute on function public.sync_push to anon');
  for (const actor of [anon, { ...anon, uid: pro.uid }])
    await expect(call(actor, 'sync_push', launch(1))).rejects.toMatchObject({
      code: '42501',
      message: 'client_too_old',
    });
  expect(await database.query('select from sync.journal')).toEqual([]);
});

test('an account cannot send a visitor’s forms', async () => {
  await expect(call(pro, 'send_forms', launch(1))).rejects.toMatchObject({ code: '42501' });
});

test('all visitors together may send 2,000 forms per hour', async () => {
  await database.query("insert into sync.visitor_forms values (date_trunc('hour', now()), 1999)");
  expect(await call(anon, 'send_forms', launch(2))).toMatchObject([{ status: 'applied' }]);
  await expect(call(anon, 'send_forms', launch(3))).rejects.toMatchObject({ code: 'PT429' });
  await database.query("update sync.visitor_forms set hour = hour - interval '1 hour'");
  expect(await call(anon, 'send_forms', launch(3))).toMatchObject([{ status: 'applied' }]);
  expect(await database.query('select forms from sync.visitor_forms')).toEqual([{ forms: 1 }]);
});
