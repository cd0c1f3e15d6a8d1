/** An attempt at a graded quiz counts only ten minutes after the previous attempt, whatever dates the learner's devices report. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../helpers/random';
import { certificate, premium, questions, tests } from '../helpers/school';
import { schoolDatabase, uuid } from '../helpers/school-database';

const { one, query, run } = schoolDatabase();

const user = premium.uid;
const right = { [questions.one]: ['a'], [questions.two]: ['a', 'b'], [questions.three]: ['2'] };
const wrong = { [questions.one]: ['a'], [questions.two]: ['b'] };

/** The dates that the device reports (minutes ago). */
interface Dates {
  started: number;
  finished: number;
}

const at = (minutes: number) => `to_timestamp(${(Date.now() - minutes * 60_000) / 1_000})`;
const applied = (n: number, { started, finished }: Dates, answers: object) =>
  `select sync.apply_result('${user}', '${uuid(n)}', '${tests.basic}', '${JSON.stringify(answers)}', 60, ${at(finished)}, ${at(started)})`;
const attempt = (n: number, dates: Dates, answers: object = right) => run(applied(n, dates, answers));
const counting = async () =>
  (
    await query<{ n: number }>(
      `select right(id::text, 2)::int as n from public.test_results where sync.counts_for_certificate(id) order by id`,
    )
  ).map(({ n }) => n);
/** Numbers of the attempts that devices receive as counting for the certificate. */
const published = async () =>
  (
    await query<{ n: number }>(
      `select right(row_id, 2)::int as n from sync.feed where kind = 'results' and not deleted and (body ->> 'counts')::boolean order by row_id`,
    )
  ).map(({ n }) => n);
const earned = async () =>
  (
    await one<{ completed: boolean }>(
      `select completed from public.user_certificates where user_id = '${user}' and certificate_id = '${certificate}'`,
    )
  )?.completed ?? false;

beforeAll(() => run(`update public.profiles set created_at = '2020-01-01'; delete from public.test_results`));
afterEach(() => run(`delete from public.test_results; delete from public.user_certificates`));

describe('after a failed attempt whose score is known', () => {
  const failed: Dates = { started: 300, finished: 240 };

  it.each<[string, Dates, boolean]>([
    ['inside it', { started: 280, finished: 270 }, false],
    ['with the same dates', failed, false],
    ['around it', { started: 310, finished: 230 }, false],
    ['begun before it and ended inside it', { started: 310, finished: 280 }, false],
    ['begun inside it and ended after it', { started: 280, finished: 200 }, false],
    ['right before it', { started: 308, finished: 302 }, false],
    ['long before it', { started: 5_000, finished: 4_990 }, false],
    ['less than ten minutes after it', { started: 230.1, finished: 220 }, false],
    ['ten minutes after it', { started: 229.9, finished: 220 }, true],
    ['that ends before it begins', { started: 229.9, finished: 5_000 }, true],
  ])('an attempt %s is scored, and counts as expected', async (_, dates, counts) => {
    await attempt(1, failed, wrong);
    await attempt(2, dates);
    expect(await one(`select score, passed from public.test_results where id = '${uuid(2)}'`)).toEqual({
      score: 100,
      passed: true,
    });
    expect(await counting()).toEqual(counts ? [1, 2] : [1]);
    expect(await published()).toEqual(counts ? [1, 2] : [1]);
    expect(await earned()).toBe(counts);
  });

  it('the pause is measured from every attempt, including those that do not count', async () => {
    await attempt(1, { started: 60, finished: 55 }, wrong);
    await attempt(2, { started: 50, finished: 48 });
    expect(await earned()).toBe(false);
    await attempt(3, { started: 39, finished: 38.5 });
    expect(await counting()).toEqual([1]);
    await attempt(4, { started: 28, finished: 25 });
    expect(await counting()).toEqual([1, 4]);
    expect(await earned()).toBe(true);
  });
});

describe('attempts of two offline devices', () => {
  const near: [Dates, Dates] = [
    { started: 30, finished: 25 },
    { started: 20, finished: 15 },
  ];

  it.each([
    ['in the order of their dates', [0, 1]],
    ['in the other order', [1, 0]],
  ])('%s: of two attempts within the pause only the one that arrived first counts', async (_, order) => {
    for (const n of order) await attempt(n + 1, near[n] ?? near[0]);
    expect(await counting()).toEqual([(order[0] ?? 0) + 1]);
    expect(await published()).toEqual(await counting());
    expect(await earned()).toBe(true);
  });

  it.each([
    ['in the order of their dates', [1, 2]],
    ['in the other order', [2, 1]],
  ])('%s: attempts of one push are ordered by their dates, because no score was known', async (_, order) => {
    const far: Record<number, Dates> = { 1: { started: 60, finished: 55 }, 2: { started: 40, finished: 35 } };
    await run(`begin; ${order.map((n) => applied(n, far[n] ?? near[0], n === 1 ? wrong : right)).join('; ')}; commit`);
    expect(await counting()).toEqual([1, 2]);
    expect(await published()).toEqual([1, 2]);
  });
});

const LEARNERS = 400;
const ATTEMPTS = 6;
const PUSHES = 4;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

it(`in any order of arrival, attempts that count are ten minutes apart and keep counting (SEED=${seed})`, async () => {
  const random = new Random(seed);
  const learners = Array.from({ length: LEARNERS }, () => {
    const user_id = random.uuid();
    return Array.from({ length: ATTEMPTS }, () => {
      const started = random.below(120);
      return {
        id: random.uuid(),
        user_id,
        started,
        finished: started + random.below(25),
        push: random.below(PUSHES),
        over_time: random.chance(0.1),
      };
    });
  });
  const minute = (value: number) => new Date(Date.UTC(2026, 0, 1, 0, value));
  /** Ids of the attempts that count after all pushes up to `push` have arrived. */
  const countingAfter = async (push: number): Promise<Set<string>> => {
    const rows = learners
      .flat()
      .filter((row) => row.push <= push)
      .map((row) => ({
        ...row,
        started: minute(row.started),
        finished: minute(row.finished),
        push: minute(1_000 + row.push),
      }));
    // Replica mode skips foreign keys and triggers: this tests only the rule, on accounts that do not exist.
    await run('begin; set local session_replication_role = replica');
    try {
      await run(`insert into public.test_results (id, user_id, test_id, score, passed, started_at, completed_at, created_at, over_time)
        select id, user_id, '${tests.basic}', 100, true, started, finished, push, over_time from jsonb_to_recordset('${JSON.stringify(rows)}')
          as r (id uuid, user_id uuid, started timestamptz, finished timestamptz, push timestamptz, over_time boolean)`);
      const found = await query<{ id: string }>(
        `select id from public.test_results where sync.counts_for_certificate(id)`,
      );
      return new Set(found.map(({ id }) => id));
    } finally {
      await run('rollback');
    }
  };
  const counting = [];
  for (let push = 0; push < PUSHES; push++) counting.push(await countingAfter(push));
  const last = counting.at(-1) ?? new Set();
  for (const attempts of learners) {
    for (const { id, push } of attempts)
      for (let later = push; later < PUSHES; later++)
        expect(counting[later]?.has(id), `${id} after push ${later}`).toBe(last.has(id));
    const own = attempts.filter(({ id }) => last.has(id)).sort((a, b) => a.started - b.started);
    own.forEach((attempt, n) => {
      const before = own[n - 1];
      if (before)
        expect(attempt.started - before.finished, `${before.id} and ${attempt.id}`).toBeGreaterThanOrEqual(10);
    });
    const [first] = attempts.toSorted((a, b) => a.push - b.push || a.started - b.started || (a.id < b.id ? -1 : 1));
    expect(first && last.has(first.id)).toBe(!first?.over_time);
  }
});
