/** A quiz that is hidden while learners take it: what they began counts, what they begin afterwards does not. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ask } from '../helpers/console';
import { openDatabase, type TestDatabase } from '../helpers/database';
import { accounts, buildSchool, courses, tests } from '../helpers/school';

const { admin, premium, pro } = accounts;
const quiz = tests.basic;
let database: TestDatabase;
let attempts = 0;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
}, 120_000);
afterAll(() => database.close());
beforeEach(async () => {
  await database.exec(
    `update public.courses set status = 'published', deleted_at = null where id = '${courses.basic}';
     update public.tests set status = 'published', deleted_at = null where id = '${quiz}'`,
  );
});

const newAttempt = () => `00000000-0000-4000-8000-0000000004${String(++attempts).padStart(2, '0')}`;
const push = async (id: string, startedAt: number, finishedAt: number | null, learner = premium) => {
  const doc = {
    ...{ id: `attempt/${id}`, kind: 'attempt', at: Date.now(), active_on: '2026-11-20', rev: 0 },
    data: { test_id: quiz, started_at: startedAt, finished_at: finishedAt, time_spent: 1000, answers: {} },
  };
  const [answer] = await ask<{ status: string; code?: string }[]>(
    database,
    learner,
    `sync_push('${JSON.stringify([doc])}')`,
  );
  return answer;
};
const stored = (id: string) => database.query('select from public.test_results where id = $1', [id]);
const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;

const withdrawals = {
  'the quiz is hidden': () => ask(database, admin, `unpublish_test('${quiz}', null)`),
  'the quiz goes to the trash': () => ask(database, admin, `move_to_trash('tests', '${quiz}')`),
  'the course is a draft again': () => ask(database, admin, `publish_course('${courses.basic}', null, 'draft', false)`),
};

for (const [name, withdraw] of Object.entries(withdrawals)) {
  it(`${name}: an attempt begun offline before counts, one begun afterwards does not`, async () => {
    await withdraw();
    const [before, after] = [newAttempt(), newAttempt()];
    expect(await push(before, minutesAgo(5), Date.now())).toMatchObject({ status: 'applied' });
    expect(await stored(before)).toHaveLength(1);
    expect(await push(after, Date.now() + 1_000, Date.now() + 2_000)).toMatchObject({
      status: 'rejected',
      code: 'not_found',
    });
    expect(await stored(after)).toHaveLength(0);
  });
}

it('an attempt that the server had before is finished even if the clock of the device is fast', async () => {
  const id = newAttempt();
  const ahead = Date.now() + 120_000;
  expect(await push(id, ahead, null)).toMatchObject({ status: 'applied' });
  await withdrawals['the quiz is hidden']();
  expect((await push(id, ahead, ahead + 1_000))?.status).not.toBe('rejected');
  expect(await stored(id)).toHaveLength(1);
});

it('a quiz that learners never had takes no attempt, and a quiz published again takes new ones', async () => {
  await database.exec(`update public.tests set status = 'draft' where id = '${quiz}'`);
  await database.exec(`update public.tests set status = 'published' where id = '${quiz}'`);
  expect(await push(newAttempt(), Date.now(), null)).toMatchObject({ status: 'applied' });
  const draft = '00000000-0000-4000-8000-000000000499';
  await database.exec(
    `insert into public.tests (id, course_id, title, status) values ('${draft}', '${courses.basic}', 'Нов', 'draft')`,
  );
  const [row] = await database.query<{ until: string }>('select sync.offered_until($1)::text as until', [draft]);
  expect(row?.until).toBe('-infinity');
});

it('an administrator learns how many learners are in it', async () => {
  const inside = (table: string, id: string) => ask<number>(database, admin, `learners_inside('${table}', '${id}')`);
  await database.exec('delete from sync.journal');
  expect(await inside('tests', quiz)).toBe(0);
  await push(newAttempt(), Date.now(), null);
  await push(newAttempt(), Date.now(), null);
  await push(newAttempt(), Date.now(), null, pro);
  await push(newAttempt(), minutesAgo(5), Date.now(), accounts.admin);
  expect(await inside('tests', quiz)).toBe(2);
  expect(await inside('courses', courses.basic)).toBe(2);
  await expect(ask(database, premium, `learners_inside('tests', '${quiz}')`)).rejects.toMatchObject({
    message: 'forbidden',
  });
});

it('a quiz that was withdrawn long ago, or before the account existed, takes no attempt and shows no answers', async () => {
  const withdrawn = (days: number, account: number) =>
    database.exec(`update public.tests set status = 'draft' where id = '${quiz}';
      set session_replication_role = replica;
      update public.tests set withdrawn_at = now() - interval '${days} days' where id = '${quiz}';
      update public.profiles set created_at = now() - interval '${account} days' where id = '${premium.uid}';
      set session_replication_role = origin`);
  const sent = async (days: number) => {
    const id = newAttempt();
    const answer = await push(id, minutesAgo(days * 1440), Date.now());
    return [answer?.code ?? answer?.status, (await stored(id)).length];
  };
  await withdrawn(200, 400);
  expect(await sent(300)).toEqual(['not_found', 0]);
  await withdrawn(20, 10);
  expect(await sent(25)).toEqual(['not_found', 0]);
  await withdrawn(20, 400);
  expect(await sent(25)).toEqual(['applied', 1]);
});
