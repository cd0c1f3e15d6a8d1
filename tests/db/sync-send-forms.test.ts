import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

test('a visitor cannot push, even with a token that names an account without its role [FORM-1]', async () => {
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

test('an account cannot send a visitor’s forms [FORM-1]', async () => {
  await expect(call(pro, 'send_forms', launch(1))).rejects.toMatchObject({ code: '42501' });
});

/** Calls send_forms as a request whose proxy names the caller's address. */
const callFrom = (address: string | undefined, docs: unknown[], header = 'x-forwarded-for') =>
  as(database, anon, async (own) => {
    if (address !== undefined)
      await own.query("select set_config('request.headers', $1, true)", [JSON.stringify({ [header]: address })]);
    const [row] = await own.query<{ answers: { status: string }[] }>('select public.send_forms($1::json) as answers', [
      JSON.stringify(docs),
    ]);
    return row?.answers.map(({ status }) => status) ?? [];
  });
const launches = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) =>
    doc('form', idOf(from + n), {
      form: 'launch',
      payload: { email: `v${from + n}@example.com`, source: 'store_page' },
    }),
  );
const counted = () => database.query('select address, forms from sync.visitor_forms order by address');
beforeEach(() => database.exec('delete from sync.visitor_forms'));

test('nonsense does not count: after 22 calls of it every visitor can still send every form [FORM-2]', async () => {
  const nonsense = Array(100).fill({ x: 1 });
  for (let n = 0; n < 22; n += 1)
    expect(new Set(await callFrom('203.0.113.9', nonsense))).toEqual(new Set(['rejected']));
  expect(await counted()).toEqual([]);
  const forms = [
    doc('form', idOf(5_001), {
      form: 'contact',
      payload: { name: 'Ана', email: 'ana@example.com', topic: 'other', message: 'Здравейте' },
    }),
    doc('form', idOf(5_002), {
      form: 'demo',
      payload: { first_name: 'Ана', last_name: 'Петрова', email: 'ana@example.com' },
    }),
    ...launches(5_003, 5_004),
  ];
  for (const address of ['203.0.113.9', '198.51.100.7', undefined])
    expect(await callFrom(address, forms)).toEqual(['applied', 'applied', 'applied']);
});

test('an address may send 100 forms per hour; other addresses go on [FORM-2]', async () => {
  expect(new Set(await callFrom('203.0.113.9', launches(6_000, 6_100)))).toEqual(new Set(['applied']));
  await expect(callFrom('203.0.113.9', launches(6_100, 6_101))).rejects.toMatchObject({ code: 'PT429' });
  expect(await callFrom('198.51.100.7', launches(6_100, 6_101))).toEqual(['applied']);
  await database.query("update sync.visitor_forms set hour = hour - interval '1 hour'");
  expect(await callFrom('203.0.113.9', launches(6_101, 6_102))).toEqual(['applied']);
  expect(await counted()).toEqual([
    { address: '', forms: 1 },
    { address: '203.0.113.9', forms: 1 },
  ]);
});

test('the limit of an hour holds inside a call: what exceeds it is asked for again [FORM-2]', async () => {
  expect(new Set(await callFrom('203.0.113.9', launches(9_000, 9_097)))).toEqual(new Set(['applied']));
  const statuses = await callFrom('203.0.113.9', launches(9_097, 9_197));
  expect(statuses).toEqual([...Array(3).fill('applied'), ...Array(97).fill('retry')]);
  expect(await counted()).toMatchObject([{ forms: 100 }, { address: '203.0.113.9', forms: 100 }]);
});

test('an address sends five demo requests an hour, and its other forms go on [FORM-2]', async () => {
  const payload = { first_name: 'Ана', last_name: 'Петрова', email: 'ana@example.com' };
  const demos = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => doc('form', idOf(from + n), { form: 'demo', payload }));
  expect(await callFrom('203.0.113.9', demos(9_300, 9_303))).toEqual(Array(3).fill('applied'));
  expect(await callFrom('203.0.113.9', [...demos(9_303, 9_306), ...launches(9_310, 9_311)])).toEqual([
    'applied',
    'applied',
    'retry',
    'applied',
  ]);
  expect(await callFrom('198.51.100.7', demos(9_305, 9_306))).toEqual(['applied']);
});

test('one household counts once, and the proxy’s own header wins over the one that a caller may set [FORM-2]', async () => {
  await callFrom('2001:db8:1:2:aaaa::1', launches(7_000, 7_001));
  await callFrom('2001:db8:1:2:bbbb::2, 10.0.0.1', launches(7_001, 7_002));
  await callFrom('::ffff:192.0.2.1', launches(7_002, 7_003));
  await callFrom('no address', launches(7_003, 7_004));
  await as(database, anon, async ({ query }) => {
    const headers = { 'cf-connecting-ip': '192.0.2.1', 'x-forwarded-for': '8.8.8.8, 192.0.2.1' };
    await query("select set_config('request.headers', $1, true)", [JSON.stringify(headers)]);
    await query('select public.send_forms($1::json)', [JSON.stringify(launches(7_004, 7_005))]);
  });
  expect(await counted()).toEqual([
    { address: '', forms: 5 },
    { address: '192.0.2.1', forms: 2 },
    { address: '2001:db8:1:2::', forms: 2 },
    { address: 'no address', forms: 1 },
  ]);
});

test('the forms of all visitors together only raise an alarm, once per hour [FORM-2]', async () => {
  await database.query("insert into sync.visitor_forms values (date_trunc('hour', now()), '', 1999)");
  const warnings: string[] = [];
  for (const n of [8_000, 8_001, 8_002])
    await database.db.query(
      'select sync.count_visitor_forms(date_trunc($1, now()), $2, 1)',
      ['hour', `203.0.113.${n}`],
      {
        onNotice: ({ message }) => warnings.push(String(message)),
      },
    );
  expect(warnings).toEqual(['visitors have sent more than 2,000 forms in this hour']);
  expect(await callFrom('203.0.113.9', launches(8_003, 8_004))).toEqual(['applied']);
});
