/** Graded quizzes: the answers stay on the server, and a certificate requires attempts within the rules. */
import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { as } from '../helpers/database';
import { certificate, premium, questions, tests } from '../helpers/school';
import { schoolDatabase, uuid } from '../helpers/school-database';

const { get: school, one, query, run, forgetNotifications } = schoolDatabase();

const user = premium.uid;
const right = { [questions.one]: ['a'], [questions.two]: ['a', 'b'], [questions.three]: ['2'] };
const wrong = { [questions.one]: ['a'], [questions.two]: ['b'] };

interface Made {
  answers?: Record<string, string[]>;
  /** Minutes ago. */
  started?: number;
  finished?: number;
  /** Time spent (s). */
  spent?: number;
  /** Time from the start to each answer (minutes). */
  answered?: number;
}

const ago = (minutes: number) => Date.now() - minutes * 60_000;
const at = (minutes: number) => `to_timestamp(${ago(minutes) / 1000})`;

/** Applies an attempt at the graded quiz as a push does. */
function attempt(
  n: number,
  { answers = right, started = 30, finished = started - 5, spent = 300, answered = 1 }: Made = {},
) {
  const given = Object.fromEntries(
    Object.entries(answers).map(([id, options]) => [id, { options, at: Math.round(ago(started) + answered * 60_000) }]),
  );
  return run(
    `select sync.apply_result('${user}', '${uuid(n)}', '${tests.basic}', '${JSON.stringify(given)}', ${spent}, ${at(finished)}, ${at(started)})`,
  );
}

/** Lets the pause between two attempts pass on the server. */
const pass = () =>
  run(`update public.test_results set created_at = created_at - interval '10 minutes' where user_id = '${user}'`);

interface Result {
  score: number;
  passed: boolean;
  review: {
    question_id: string;
    correct: boolean;
    correct_options: string[];
    explanation: string | null;
  }[];
  completed_at: Date;
  over_time: boolean;
  counts: boolean;
}
const result = (n: number) =>
  one<Result>(`select *, sync.counts_for_certificate(id) as counts from public.test_results where id = '${uuid(n)}'`);
const earned = async () =>
  (
    await one<{ completed: boolean }>(
      `select completed from public.user_certificates where user_id = '${user}' and certificate_id = '${certificate}'`,
    )
  )?.completed ?? false;

beforeAll(() => run(`update public.profiles set created_at = '2020-01-01'`));
beforeEach(() =>
  run(`delete from public.test_results where user_id = '${user}'; delete from public.user_certificates where user_id = '${user}';
    update public.tests set max_attempts = 0, time_limit = 0, graded = false where id = '${tests.basic}'`),
);

describe('the key of a graded quiz', () => {
  const published = async () =>
    (
      await one<{
        body: { graded: boolean; questions: { id: string; options: { id: string }[]; answer_digest?: string }[] };
      }>(`select body from sync.feed where kind = 'tests' and row_id = '${tests.basic}' and not deleted`)
    )?.body;

  /** Compares the digests with every set of options of every question, as a learner could. */
  async function answersFromDigests() {
    const found: string[] = [];
    for (const { id, options, answer_digest } of (await published())?.questions ?? []) {
      for (let set = 0; set < 2 ** options.length; set++) {
        const chosen = options.flatMap((option, bit) => (set & (1 << bit) ? [option.id] : [])).sort();
        const digest = createHash('sha256').update(`${id}:${chosen.join()}`).digest('hex');
        if (digest === answer_digest) found.push(id);
      }
    }
    return found;
  }

  it('cannot be computed from what devices receive', async () => {
    expect((await published())?.graded).toBe(true);
    expect((await published())?.questions.every((question) => !('answer_digest' in question))).toBe(true);
    expect(await answersFromDigests()).toEqual([]);
  });

  it('is hidden when a certificate requires the quiz or the flag is set', async () => {
    const requirement = await one<{ id: string }>(
      `delete from public.certificate_requirements where test_id = '${tests.basic}' returning id`,
    );
    expect((await published())?.graded).toBe(false);
    expect(await answersFromDigests()).toHaveLength(3);
    await run(`update public.tests set graded = true where id = '${tests.basic}'`);
    expect((await published())?.graded).toBe(true);
    expect(await answersFromDigests()).toEqual([]);
    await run(`update public.tests set graded = false where id = '${tests.basic}'`);
    await run(
      `insert into public.certificate_requirements (id, certificate_id, test_id, minimum_score) values ('${requirement?.id}', '${certificate}', '${tests.basic}', 60)`,
    );
    expect((await published())?.graded).toBe(true);
  });
});

describe('the review', () => {
  const keyOf = async (n: number) => {
    const own = await as(school(), premium, (session) =>
      session.query<{ review: Result['review'] }>(`select review from public.test_results where id = '${uuid(n)}'`),
    );
    const fed = await one<{ body: { review: Result['review'] } }>(
      `select body from sync.feed where kind = 'results' and row_id = '${uuid(n)}' and not deleted`,
    );
    expect(own[0]?.review).toEqual(fed?.body.review);
    return own[0]?.review ?? [];
  };

  it('of a failed attempt shows the score only', async () => {
    await attempt(1, { answers: wrong });
    expect(await keyOf(1)).toEqual([]);
    expect(await result(1)).toMatchObject({ score: 33, passed: false, counts: true });
  });

  it('shows the right options after a pass, for every attempt before and after it', async () => {
    await attempt(1, { answers: wrong, started: 120 });
    await pass();
    await attempt(2, { started: 90 });
    expect((await keyOf(1)).map(({ correct }) => correct)).toEqual([true, false, false]);
    expect((await keyOf(1)).map(({ correct_options }) => correct_options)).toEqual([['a'], ['a', 'b'], ['2']]);
    expect((await keyOf(2)).map(({ correct_options }) => correct_options)).toEqual([['a'], ['a', 'b'], ['2']]);
    await pass();
    await attempt(3, { answers: wrong });
    expect((await keyOf(3)).map(({ correct_options }) => correct_options)).toEqual([['a'], ['a', 'b'], ['2']]);
  });

  it('shows no right options after a pass over the time limit', async () => {
    await run(`update public.tests set time_limit = 10 where id = '${tests.basic}'`);
    await attempt(1, { started: 1_470, finished: 30 });
    expect(await keyOf(1)).toEqual([]);
  });

  it('shows the right options of all attempts after the last one', async () => {
    await run(`update public.tests set max_attempts = 2 where id = '${tests.basic}'`);
    await attempt(1, { answers: wrong, started: 90 });
    expect(await keyOf(1)).toEqual([]);
    await pass();
    await attempt(2, { answers: wrong });
    for (const n of [1, 2])
      expect((await keyOf(n)).map(({ correct_options }) => correct_options)).toEqual([['a'], ['a', 'b'], ['2']]);
  });

  it('shows the right options when the quiz becomes a practice quiz', async () => {
    await attempt(1, { answers: wrong });
    await attempt(2);
    await run(`begin; delete from public.certificate_requirements where test_id = '${tests.basic}'`);
    const opened = await one(`select score, review <> '[]' as shown from public.test_results where id = '${uuid(2)}'`);
    await run('rollback');
    expect(opened).toEqual({ score: 100, shown: true });
  });
});

describe('the times of a result', () => {
  it('a result dated before the account is dated at the creation of the account', async () => {
    await run(`update public.profiles set created_at = '2026-10-01T08:00:00Z' where id = '${user}'`);
    await run(
      `select sync.apply_result('${user}', '${uuid(1)}', '${tests.basic}', '${JSON.stringify(right)}', 0, '2009-01-01T00:00:00Z', '2009-01-01T00:00:00Z')`,
    );
    expect((await result(1))?.completed_at).toEqual(new Date('2026-10-01T08:00:00Z'));
    const dated = await one<{ completed_at: Date }>(
      `select completed_at from public.user_certificates where user_id = '${user}' and completed`,
    );
    expect(dated?.completed_at).toEqual(new Date('2026-10-01T08:00:00Z'));
    await run(`update public.profiles set created_at = '2020-01-01' where id = '${user}'`);
  });

  it('a result dated in the future is dated now', async () => {
    await attempt(1, { started: 5, finished: -600 });
    expect((await result(1))?.completed_at.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it('a result never ends before it begins', async () => {
    await attempt(1, { started: 30, finished: 90 });
    expect((await result(1))?.completed_at.getTime()).toBeCloseTo(ago(30), -4);
  });
});

describe('the time limit', () => {
  it.each<[string, Made, boolean]>([
    ['within the limit', { started: 30, finished: 21, spent: 540 }, false],
    ['to the last second', { started: 30, finished: 20, spent: 600 }, false],
    ['by the time that the device counted', { started: 30, finished: 21, spent: 86_400 }, true],
    ['from start to finish', { started: 1_470, finished: 30, spent: 60 }, true],
    ['by the time of an answer', { started: 60, finished: 51, spent: 60, answered: 45 }, true],
  ])('%s', async (_, made, over) => {
    await run(`update public.tests set time_limit = 10 where id = '${tests.basic}'`);
    await attempt(1, made);
    expect(await result(1)).toMatchObject({ score: 100, passed: true, over_time: over, counts: !over });
    expect(await earned()).toBe(!over);
  });
});

describe('the message about a result', () => {
  beforeEach(() => forgetNotifications('result:%'));

  const messages = () =>
    query<{ type: string; topic: string; message: string; link: string }>(
      `select type, topic, message, link from public.notifications
        where user_id = '${user}' and source in ('result:${uuid(1)}', 'result:${uuid(2)}') order by source`,
    );

  it('contains the score of each attempt at a graded quiz, once', async () => {
    const quiz = await one<{ title: string }>(`select title from public.tests where id = '${tests.basic}'`);
    await attempt(1, { answers: wrong, started: 60, finished: 55 });
    await pass();
    await attempt(2);
    expect(await messages()).toEqual([
      { type: 'info', topic: 'lesson', message: expect.stringMatching(/неиздържан\.$/), link: `/test/${tests.basic}` },
      { type: 'success', topic: 'lesson', message: `„${quiz?.title}“: 100%, издържан.`, link: `/test/${tests.basic}` },
    ]);
  });

  it('is not sent about a quiz that the device scores itself', async () => {
    await run(`delete from public.certificate_requirements where test_id = '${tests.basic}'`);
    await run(`update public.tests set graded = false where id = '${tests.basic}'`);
    await attempt(1);
    expect(await messages()).toEqual([]);
  });
});
