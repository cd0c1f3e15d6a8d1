/** What learners cannot see takes nothing from them: no seat, no place in the cart, no bookmark, no attempt. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, write } from '../helpers/console';
import { openDatabase, type TestDatabase } from '../helpers/database';
import { doc, idOf } from '../helpers/push-deps';
import { admin, buildSchool, courses, events, other, premium, pro, videos } from '../helpers/school';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
}, 120_000);
afterAll(() => database.close());

const push = async (actor: typeof pro, sent: object) => {
  const [answer] = await ask<{ status: string; code?: string }[]>(
    database,
    actor,
    `sync_push('${JSON.stringify([sent])}')`,
  );
  return answer?.code ?? answer?.status;
};
const codeOf = (act: Promise<unknown>) => act.then(() => 'accepted').catch(({ code, message }) => `${code} ${message}`);

describe('an event in the trash', () => {
  beforeAll(() => ask(database, admin, `move_to_trash('events', '${events.open}')`));
  const seat = (registered: boolean, at: number) =>
    doc('registration', events.open, { event_id: events.open, registered }, at);

  it('gives no seat, however it is asked for, and no achievement', async () => {
    expect(await push(premium, seat(true, 1_000))).toBe('not_found');
    const row = `insert into public.event_registrations (event_id, user_id) values ('${events.open}', '${other.uid}')`;
    expect(await codeOf(write(database, other, row))).toBe('P0001 not_found');
    expect(await codeOf(ask(database, other, `register_for_event('${other.uid}', '${events.open}')`))).toBe(
      'P0001 not_found',
    );
    const counts = `select sync.count_facts('${premium.uid}', 'event') + sync.count_facts('${other.uid}', 'event') as seats`;
    expect(await database.query(counts)).toEqual([{ seats: 0 }]);
  });

  it('takes back the seat that a learner had', async () => {
    expect(await push(pro, seat(true, 1_000))).toBe('applied');
    expect(await push(pro, seat(false, 2_000))).toBe('applied');
    const left = `select from public.event_registrations where user_id = '${pro.uid}' and event_id = '${events.open}'`;
    expect(await database.query(left)).toEqual([]);
  });
});

describe('a product that is not on sale', () => {
  const product = idOf(700);
  const cart = (quantity: number, at: number) => doc('cart', product, { product_id: product, quantity }, at);
  const row = `insert into public.user_cart (user_id, product_id, quantity) values ('${other.uid}', '${product}', 1)`;
  const sale = (active: boolean) => database.query('update public.products set is_active = $1', [active]);
  beforeAll(() => database.exec(`insert into public.products (id, name, price) values ('${product}', 'Плоча', 9)`));

  it('cannot enter the cart, but leaves it and changes in it', async () => {
    await sale(false);
    expect(await push(premium, cart(2, 1_000))).toBe('not_found');
    expect(await codeOf(write(database, other, row))).toMatch(/^42501/);
    await sale(true);
    expect([await push(premium, cart(2, 1_000)), await codeOf(write(database, other, row))]).toEqual([
      'applied',
      'accepted',
    ]);
    await sale(false);
    expect([await push(premium, cart(1, 2_000)), await push(premium, cart(0, 3_000))]).toEqual(['applied', 'applied']);
    const more = `update public.user_cart set quantity = 3 where user_id = '${other.uid}'`;
    expect(await codeOf(write(database, other, more))).toBe('accepted');
  });

  it('cannot take the place of another product in the cart', async () => {
    const swap = `update public.user_cart set product_id = '${product}' where user_id = '${pro.uid}'`;
    expect(await codeOf(write(database, pro, swap))).toMatch(/^42501/);
  });
});

it('a draft lesson and a lesson above the plan cannot be bookmarked', async () => {
  const bookmark = (id: string) =>
    codeOf(
      write(database, pro, `insert into public.user_bookmarks (user_id, video_id) values ('${pro.uid}', '${id}')`),
    );
  expect(await bookmark(videos.draft)).toMatch(/^42501/);
  expect(await bookmark(videos.premium)).toMatch(/^42501/);
  expect(await bookmark(videos.free)).toBe('accepted');
});

it('an attempt at a draft quiz is rejected, an open one and a finished one', async () => {
  const draft = idOf(701);
  await database.exec(
    `insert into public.tests (id, course_id, title, status) values ('${draft}', '${courses.basic}', 'Нов', 'draft')`,
  );
  for (const [n, finished_at] of [null, 2_000].entries()) {
    const data = { test_id: draft, started_at: 1_000, finished_at, time_spent: 1_000, answers: {} };
    expect(await push(pro, doc('attempt', idOf(710 + n), data, 2_000))).toBe('not_found');
  }
  expect(await database.query('select from public.test_results where test_id = $1', [draft])).toEqual([]);
});
