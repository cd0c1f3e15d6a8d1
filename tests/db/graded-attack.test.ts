/** The key of a graded quiz cannot be found by pushing attempts: neither from reviews nor from scores, versions, calls or rows. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../helpers/console';
import { as } from '../helpers/database';
import { admin, certificate, premium, questions, tests } from '../helpers/school';
import { schoolDatabase, uuid } from '../helpers/school-database';

const { get: school, one, query, run, forgetNotifications } = schoolDatabase();

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const right: Record<string, string[]> = {
  [questions.one]: ['a'],
  [questions.two]: ['a', 'b'],
  [questions.three]: ['2'],
};
const options = { [questions.one]: ['a', 'b'], [questions.two]: ['a', 'b', 'c'], [questions.three]: ['1', '2'] };

interface Sent {
  /** Unix time in ms. */
  started?: number;
  finished?: number;
  version?: number;
}

function attempt(n: number, answers: Record<string, string[]>, { started, finished, version }: Sent = {}) {
  const begun = started ?? Date.now() - 3_000;
  const ended = finished ?? begun + 2_000;
  return {
    ...{ id: `attempt/${uuid(n)}`, kind: 'attempt', at: ended, active_on: '2026-11-20', rev: 0 },
    data: {
      ...{ test_id: tests.basic, started_at: begun, finished_at: ended, time_spent: 2_000 },
      ...(version === undefined ? {} : { version }),
      answers: Object.fromEntries(Object.entries(answers).map(([id, chosen]) => [id, { options: chosen, at: ended }])),
    },
  };
}
type Doc = ReturnType<typeof attempt>;

/** Guess number `n`: a different set of options for each question. */
const guess = (n: number) =>
  Object.fromEntries(
    Object.entries(options).map(([id, all]) => [id, all.filter((_, bit) => (n % 2 ** all.length) & (1 << bit))]),
  );
const push = (docs: Doc[]) =>
  ask<{ status: string; code?: string }[]>(school(), premium, `sync_push('${JSON.stringify(docs)}')`);
const certified = () => query(`select 1 from public.user_certificates where user_id = '${premium.uid}' and completed`);

interface Seen {
  id: string;
  score: number | null;
  passed: boolean;
  review: { question_id: string; correct: boolean }[];
}

/** Everything that the learner can read about results: the table and the feed of the account. */
async function seen(): Promise<{ rows: Seen[]; feed: Seen[]; text: string }> {
  const feed = await query<{ body: Seen }>(
    `select body from sync.feed where scope = 'account:${premium.uid}' and kind = 'results' and not deleted`,
  );
  return as(school(), premium, async (session) => {
    const rows = await session.query<Seen>('select * from public.test_results order by id');
    const [pulled] = await session.query<{ answer: unknown }>('select public.sync_pull($1::jsonb, 500) as answer', [
      JSON.stringify([`account:${premium.uid}`, `journal:${premium.uid}`].map((scope) => ({ scope, seq: 0 }))),
    ]);
    return { rows, feed: feed.map(({ body }) => body), text: JSON.stringify([rows, pulled?.answer]) };
  });
}

const reset = async () => {
  await run('delete from public.test_results; delete from public.user_certificates; delete from sync.journal');
  await forgetNotifications('result:%');
};
/** Lets time pass on the server. */
const pass = (minutes: number) =>
  run(`update public.test_results set created_at = created_at - interval '${minutes} minutes'`);

beforeAll(() => run(`update public.profiles set created_at = now() - interval '30 days'`));
beforeEach(reset);

describe('sixteen attempts with different answers, dated in the past', () => {
  /** @returns the key, as far as the reviews tell it */
  async function keyFromReviews() {
    const key: Record<string, string[]> = {};
    for (const { id, review } of (await seen()).rows)
      for (const { question_id, correct } of review)
        if (correct) key[question_id] = guess(Number(id.slice(-3)))[question_id] ?? [];
    return key;
  }

  it.each([
    ['in one push', 16],
    ['in a push for each', 1],
  ])(
    '%s, tell neither the key nor more than one score, and the final attempt gives no certificate',
    async (_, size) => {
      const docs = Array.from({ length: 16 }, (__, n) =>
        attempt(n, guess(n), { started: Date.now() - 20 * DAY + n * 30 * MINUTE }),
      );
      for (let from = 0; from < docs.length; from += size)
        expect((await push(docs.slice(from, from + size))).every(({ status }) => status === 'applied')).toBe(true);
      const { rows, feed, text } = await seen();
      expect(rows).toHaveLength(16);
      expect(rows.flatMap(({ review }) => review)).toEqual([]);
      expect(feed.flatMap(({ review }) => review)).toEqual([]);
      expect(rows.filter(({ score }) => score !== null)).toHaveLength(1);
      expect(feed.filter(({ score }) => score !== null)).toHaveLength(1);
      expect(text).not.toMatch(/correct_options|explanation|isCorrect/);
      expect(await keyFromReviews()).toEqual({});

      await push([attempt(100, { ...right, ...(await keyFromReviews()) })]);
      expect(await certified()).toEqual([]);
    },
  );

  it('sent for a whole day, one every ten minutes, tell five scores', async () => {
    for (let n = 0; n < 16; n++) {
      await push([attempt(n, guess(n))]);
      await pass(10);
    }
    const { rows } = await seen();
    expect(rows.filter(({ score }) => score !== null)).toHaveLength(5);
    expect(await certified()).toEqual([]);
  });
});

it('an attempt that is sent again, or finished again with other answers, tells nothing more', async () => {
  const [open, other] = [attempt(1, {}), attempt(1, right)];
  await push([{ ...open, data: { ...open.data, finished_at: null as never } }]);
  await push([open]);
  await push([{ ...other, at: other.at + 1_000 }]);
  await pass(10);
  await push([{ ...other, at: other.at + 2_000 }]);
  const { rows } = await seen();
  expect(rows).toMatchObject([{ score: 0, passed: false, review: [] }]);
  expect(await certified()).toEqual([]);
});

it('the calls of a learner and the rows of the schema sync tell nothing about a sealed attempt', async () => {
  await push([attempt(1, {}), attempt(2, right)]);
  const calls = `track_test_completed('${premium.uid}', '${tests.basic}', 100, 1)
    update_certificate_progress('${premium.uid}', '${tests.basic}', 100)`;
  for (const call of calls.split('\n')) await ask(school(), premium, call.trim());
  for (const type of ['test_passed', 'test_perfect', 'certificate'])
    expect(await ask(school(), premium, `update_achievement_progress('${premium.uid}', '${type}', 1)`)).toBe(0);
  expect(await certified()).toEqual([]);
  for (const table of ['sync.sealed_results', 'public.test_versions', 'public.test_questions']) {
    const read = as(school(), premium, (session) => session.query(`select * from ${table}`)).catch(
      (error: { code: string }) => error.code,
    );
    expect(await read).toBeOneOf(['42501', expect.arrayContaining([])]);
    expect(JSON.stringify(await read)).not.toMatch(/correct|score/i);
  }
  const told = await query(
    `select message from public.notifications where user_id = '${premium.uid}' and source like 'result:%'`,
  );
  expect(told).toHaveLength(1);
});

describe('an attempt that names a replaced version', () => {
  const body = (more: object) => `sync.live_test('${tests.basic}') || '${JSON.stringify(more)}'`;

  beforeAll(() =>
    run(`insert into public.test_versions (test_id, version, body, published_at) values
        ('${tests.basic}', 1, ${body({ max_attempts: 0, time_limit: 0, passing_score: 10 })}, now() - interval '90 days'),
        ('${tests.basic}', 2, ${body({ max_attempts: 0, time_limit: 0, passing_score: 10 })}, now() - interval '60 days'),
        ('${tests.basic}', 3, ${body({ max_attempts: 2, time_limit: 5, passing_score: 90 })}, now() - interval '3 days');
      update public.tests set published_version = 3, max_attempts = 2, time_limit = 5, passing_score = 90
        where id = '${tests.basic}'`),
  );

  const result = (n: number) =>
    one(`select score, passed, over_time, version, review from public.test_results where id = '${uuid(n)}'`);

  it('of the time as a practice quiz is scored by the published one, because devices had its key', async () => {
    await run(`alter table public.test_versions disable trigger keep;
      update public.test_versions set graded = false where test_id = '${tests.basic}' and version = 2;
      update public.test_versions set published_at = now() - interval '4 days' where test_id = '${tests.basic}' and version = 2`);
    try {
      await push([attempt(70, right, { version: 2 })]);
      expect(await result(70)).toMatchObject({ version: 3 });
    } finally {
      await run(`update public.test_versions set graded = true, published_at = now() - interval '60 days'
          where test_id = '${tests.basic}' and version = 2;
        alter table public.test_versions enable trigger keep`);
    }
  });

  it('finds all its attempts left, however often the quiz was taken for practice', async () => {
    for (const n of [71, 72]) await push([attempt(n, {})]);
    await run(`update public.test_results set graded = false, counted = true`);
    await pass(10);
    expect(await push([attempt(73, {})])).toMatchObject([{ status: 'applied' }]);
    expect(await result(73)).toMatchObject({ review: [] });
  });

  it('has the passing score of the published version, and shows no key', async () => {
    await push([attempt(1, { [questions.one]: ['a'], [questions.two]: ['a', 'b'] }, { version: 2 })]);
    expect(await result(1)).toEqual({ score: 67, passed: false, over_time: false, version: 2, review: [] });
  });

  it('has the time limit of the published version', async () => {
    const started = Date.now() - 5 * DAY;
    await push([attempt(1, right, { version: 2, started, finished: started + 30 * MINUTE })]);
    expect(await result(1)).toMatchObject({ over_time: true, review: [] });
    expect(await certified()).toEqual([]);
  });

  it('has the limit of attempts of the published version', async () => {
    for (const n of [1, 2]) {
      await push([attempt(n, {}, { version: 2 })]);
      await pass(10);
    }
    expect(await push([attempt(3, right, { version: 2 })])).toMatchObject([{ code: 'attempts_exhausted' }]);
  });

  it('is scored by it for 30 days after the replacement, as devices keep it, and then by the published one', async () => {
    await push([attempt(1, right, { version: 2 })]);
    await pass(10);
    await push([attempt(2, right, { version: 1, started: Date.now() - 80 * DAY })]);
    expect(await result(1)).toMatchObject({ version: 2 });
    expect(await result(2)).toMatchObject({ version: 2 });
  });

  it('began after its version was published, whatever the device reports', async () => {
    await push([attempt(1, right, { version: 3, started: Date.now() - 20 * DAY })]);
    const [row] = await query<{ ok: boolean }>(
      `select r.started_at >= v.published_at as ok from public.test_results r join public.test_versions v
        on v.test_id = r.test_id and v.version = r.version where r.id = '${uuid(1)}'`,
    );
    expect(row).toEqual({ ok: true });
  });
});

describe('a pass below the score that the certificate requires', () => {
  const require = (score: number) =>
    run(`update public.certificate_requirements set minimum_score = ${score} where certificate_id = '${certificate}'`);
  const published = (more: string) =>
    run(
      `update public.tests set published_version = null, max_attempts = 0, time_limit = 0, ${more} where id = '${tests.basic}'`,
    );

  it('shows no answers until the required score is reached', async () => {
    await published('passing_score = 50');
    await require(100);
    await push([attempt(1, { [questions.one]: ['a'], [questions.two]: ['a', 'b'] })]);
    expect((await seen()).rows).toMatchObject([{ score: 67, passed: true, review: [] }]);
    await pass(10);
    await push([attempt(2, right)]);
    expect((await seen()).rows.map(({ review }) => review.length)).toEqual([3, 3]);
    await require(60);
  });

  it('shows the answers when no certificate requires more', async () => {
    await require(100);
    await push([attempt(1, { [questions.one]: ['a'], [questions.two]: ['a', 'b'] })]);
    await require(60);
    expect((await seen()).rows.map(({ review }) => review.length)).toEqual([3]);
  });
});

it('a pass from when the quiz was a practice quiz gives no certificate that later requires it, and shows no answers', async () => {
  await run(`create temp table kept as select * from public.certificate_requirements where test_id = '${tests.basic}';
    delete from public.certificate_requirements where test_id = '${tests.basic}'`);
  await push([attempt(1, right)]);
  await run(`insert into public.certificate_requirements select * from kept; drop table kept`);
  expect(await certified()).toEqual([]);
  await push([attempt(2, {})]);
  expect((await seen()).rows).toMatchObject([{ score: 100 }, { score: 0, review: [] }]);
  expect(await certified()).toEqual([]);
});

it('administrators read the statistics of sealed attempts', async () => {
  await push([attempt(1, {}), attempt(2, right)]);
  expect(await ask(school(), admin, `test_statistics('${tests.basic}')`)).toMatchObject({
    attempts: 2,
    average_score: 50,
    questions: expect.arrayContaining([expect.objectContaining({ id: questions.one, answered: 2, wrong: 1 })]),
  });
});
