/** Which attempts at a graded quiz count: one in ten minutes and five in 24 hours of the server's clock, whatever dates the devices report. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../helpers/random';
import { certificate, premium, questions, tests } from '../helpers/school';
import { schoolDatabase, uuid } from '../helpers/school-database';

const { one, query, run, forgetNotifications } = schoolDatabase();

const user = premium.uid;
const right = { [questions.one]: ['a'], [questions.two]: ['a', 'b'], [questions.three]: ['2'] };
const wrong = { [questions.one]: ['a'], [questions.two]: ['b'] };

/** The dates that the device reports (minutes ago). */
interface Dates {
  started: number;
  finished: number;
}
const JUST_NOW: Dates = { started: 5, finished: 0 };

const at = (minutes: number) => `to_timestamp(${(Date.now() - minutes * 60_000) / 1_000})`;
const applied = (n: number, answers: object = right, { started, finished }: Dates = JUST_NOW) =>
  `select sync.apply_result('${user}', '${uuid(n)}', '${tests.basic}', '${JSON.stringify(answers)}', 60, ${at(finished)}, ${at(started)})`;
const attempt = (n: number, answers?: object, dates?: Dates) => run(applied(n, answers, dates));
/** Lets time pass on the server: every earlier attempt arrived that much earlier. */
const pass = (minutes: number) =>
  run(
    `update public.test_results set created_at = created_at - interval '${minutes} minutes' where user_id = '${user}'`,
  );
const numbers = async (sql: string) => (await query<{ n: number }>(sql)).map(({ n }) => n);
const counting = () =>
  numbers(
    `select right(id::text, 3)::int as n from public.test_results
      where user_id = '${user}' and sync.counts_for_certificate(id) order by id`,
  );
/** Numbers of the attempts that devices receive as counting for the certificate. */
const published = () =>
  numbers(
    `select right(row_id, 3)::int as n from sync.feed where scope = 'account:${user}' and kind = 'results'
      and not deleted and (body ->> 'counts')::boolean order by row_id`,
  );
const earned = async () =>
  (
    await one<{ completed: boolean }>(
      `select completed from public.user_certificates where user_id = '${user}' and certificate_id = '${certificate}'`,
    )
  )?.completed ?? false;
const stored = (n: number) =>
  one(`select score, passed, review, counted from public.test_results where id = '${uuid(n)}'`);
const SEALED = { score: null, passed: false, review: [], counted: false };

beforeAll(() => run(`update public.profiles set created_at = '2020-01-01'`));
afterEach(() =>
  run(`delete from public.test_results where user_id = '${user}'; delete from public.user_certificates where user_id = '${user}';
    delete from public.user_achievements where user_id = '${user}'; update public.tests set max_attempts = 0`),
);

describe('after a failed attempt whose score is known', () => {
  const dates: [string, Dates][] = [
    ['made after it', { started: 5, finished: 0 }],
    ['around it', { started: 310, finished: 0 }],
    ['right before it', { started: 308, finished: 302 }],
    ['long before it', { started: 5_000, finished: 4_990 }],
    ['with the same dates', { started: 300, finished: 240 }],
    ['that ends before it begins', { started: 5, finished: 5_000 }],
    ['in the future', { started: -300, finished: -400 }],
  ];

  it.each(dates)('an attempt dated as %s is sealed within the pause', async (_, made) => {
    await attempt(1, wrong, { started: 300, finished: 240 });
    await attempt(2, right, made);
    expect(await stored(2)).toEqual(SEALED);
    expect(await counting()).toEqual([1]);
    expect(await published()).toEqual([1]);
    expect(await earned()).toBe(false);
  });

  it.each(dates)('an attempt dated as %s counts after the pause', async (_, made) => {
    await attempt(1, wrong, { started: 300, finished: 240 });
    await pass(10);
    await attempt(2, right, made);
    expect(await stored(2)).toMatchObject({ score: 100, passed: true, counted: true });
    expect(await published()).toEqual([1, 2]);
    expect(await earned()).toBe(true);
  });

  it('the pause lasts ten minutes, and an attempt that does not count makes it no longer', async () => {
    await attempt(1, wrong);
    await pass(9.9);
    await attempt(2);
    expect(await counting()).toEqual([1]);
    await pass(0.1);
    await attempt(3);
    expect(await counting()).toEqual([1, 3]);
    expect(await earned()).toBe(true);
  });
});

it('of the attempts of one push only the first counts', async () => {
  await run(`begin; ${[1, 2, 3, 4].map((n) => applied(n, n === 1 ? wrong : right)).join('; ')}; commit`);
  expect(await counting()).toEqual([1]);
  expect(await earned()).toBe(false);
});

it('of six attempts in 24 hours the last does not count, also without a limit of attempts', async () => {
  for (const n of [1, 2, 3, 4, 5]) {
    await attempt(n, wrong);
    await pass(60);
  }
  await attempt(6);
  expect(await stored(6)).toEqual(SEALED);
  expect(await earned()).toBe(false);
  await pass(19 * 60);
  await attempt(7);
  expect(await counting()).toEqual([1, 2, 3, 4, 5, 7]);
  expect(await earned()).toBe(true);
});

describe('an attempt that does not count', () => {
  const achieved = () =>
    query(
      `select achievement_id as id, current_value as value from public.user_achievements
        where user_id = '${user}' and achievement_id in ('first-test', 'perfect', 'diploma') and current_value > 0`,
    );

  it('gives no certificate, achievement or message', async () => {
    await forgetNotifications('result:%');
    await attempt(1, wrong);
    await attempt(2);
    expect(await earned()).toBe(false);
    expect(await achieved()).toEqual([]);
    expect(
      await query(`select source from public.notifications where user_id = '${user}' and source like 'result:%'`),
    ).toEqual([{ source: `result:${uuid(1)}` }]);
  });

  it('uses up none of the attempts of the quiz', async () => {
    await run(`update public.tests set max_attempts = 2 where id = '${tests.basic}'`);
    await attempt(1, wrong);
    await attempt(2);
    await pass(10);
    await attempt(3);
    expect(await counting()).toEqual([1, 3]);
    await pass(10);
    await expect(attempt(4)).rejects.toMatchObject({ message: 'attempts_exhausted' });
  });

  it('shows its score with the answers after a pass, and still passes nothing', async () => {
    await attempt(1, wrong);
    await attempt(2);
    await pass(10);
    await attempt(3, wrong);
    expect(await stored(2)).toEqual(SEALED);
    await run(`update public.tests set max_attempts = 2 where id = '${tests.basic}'`);
    expect(await stored(2)).toMatchObject({ score: 100, passed: false, counted: false });
    expect(JSON.stringify(await stored(2))).toContain('correct_options');
    await run(`select sync.recount_achievements(array['${user}'::uuid], array['test_passed', 'test_perfect'])`);
    expect(await achieved()).toEqual([]);
  });
});

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

it(`whenever attempts arrive, those that count are ten minutes apart and five in 24 hours (SEED=${seed})`, async () => {
  const random = new Random(seed);
  const expected: number[] = [];
  const times: number[] = [];
  let clock = 0;
  for (let n = 1; n <= 60; n++) {
    const gap = random.chance(0.1) ? random.below(1_500) : random.below(25);
    clock += gap;
    await pass(gap);
    await attempt(n, wrong, { started: random.below(5_000), finished: random.below(5_000) });
    const day = times.filter((time) => clock - time < 24 * 60);
    if (day.length < 5 && day.every((time) => clock - time >= 10)) {
      times.push(clock);
      expected.push(n);
    }
  }
  expect(await counting()).toEqual(expected);
});
