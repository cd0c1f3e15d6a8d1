/** Nobody gets a certificate by computing answers, backdating attempts or exceeding the time limit. Each attack runs as every kind of caller. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Actor, anon, as } from '../helpers/database';
import { admin, certificate, premium, questions, superAdmin, tests } from '../helpers/school';
import { schoolDatabase, uuid } from '../helpers/school-database';

const { get: school, query, run } = schoolDatabase();

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const right = { [questions.one]: ['a'], [questions.two]: ['a', 'b'], [questions.three]: ['2'] };
const callers: [string, Actor][] = [
  ['no token', anon],
  ['a learner', premium],
  ['an administrator', admin],
  ['a super administrator', superAdmin],
];

beforeAll(() =>
  run(`update public.profiles set created_at = now() - interval '30 days';
    update public.tests set time_limit = 10 where id = '${tests.basic}';
    update public.user_subscriptions set has_premium_plan = true where user_id in ('${admin.uid}', '${superAdmin.uid}')`),
);
beforeEach(() =>
  run(`delete from public.test_results; delete from public.user_certificates; delete from sync.journal`),
);

interface Attack {
  /** Milliseconds since the epoch. */
  started: number;
  finished: number;
  answers?: Record<string, string[]>;
}

/** Pushes an attempt at the graded quiz. @returns the status of the answer, or the error code */
async function push(actor: Actor, n: number, { started, finished, answers = right }: Attack): Promise<unknown> {
  const given = Object.entries(answers).map(([id, options]) => [id, { options, at: started + 1_000 }]);
  const doc = {
    id: `attempt/${uuid(n)}`,
    kind: 'attempt',
    at: finished,
    active_on: '2026-11-20',
    rev: 0,
    data: {
      test_id: tests.basic,
      started_at: started,
      finished_at: finished,
      time_spent: 60_000,
      answers: Object.fromEntries(given),
    },
  };
  try {
    const [row] = await as(school(), actor, (session) =>
      session.query<{ answers: { status: string }[] }>('select public.sync_push($1::json) as answers', [
        JSON.stringify([doc]),
      ]),
    );
    return row?.answers[0]?.status;
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}
const resultsOf = (actor: Actor) =>
  query<{
    score: number;
    completed_at: Date;
    over_time: boolean;
    counts: boolean;
    review: unknown[];
  }>(
    `select score, completed_at, over_time, review, sync.counts_for_certificate(id) as counts
     from public.test_results where user_id = '${actor.uid ?? uuid(0)}' order by created_at`,
  );
const certificates = () =>
  query(`select 1 from public.user_certificates where certificate_id = '${certificate}' and completed`);

describe.each(callers)('%s', (_, actor) => {
  const visitor = actor.uid === null;

  it('receives no digest of a graded quiz', async () => {
    const scopes = await query<{ scope: string }>(
      `select scope from sync.feed where kind = 'tests' and row_id = '${tests.basic}' and not deleted`,
    );
    expect(scopes).not.toEqual([]);
    const pulled = as(school(), actor, (session) =>
      session.query<{ rows: unknown }>('select public.sync_pull($1::jsonb, 500) as rows', [
        JSON.stringify(scopes.map(({ scope }) => ({ scope, seq: 0 }))),
      ]),
    );
    if (visitor) return expect(pulled).rejects.toMatchObject({ code: '42501' });
    const text = JSON.stringify(await pulled);
    // The practice quizzes of the scope have no questions, so any digest would belong to this quiz.
    expect(text).toContain(questions.one);
    expect(text).not.toContain('answer_digest');
  });

  it('learns from a failed attempt only its score', async () => {
    const now = Date.now();
    const wrong = { [questions.one]: ['a'], [questions.two]: ['b'] };
    const status = await push(actor, 1, { started: now - 9 * MINUTE, finished: now - 5 * MINUTE, answers: wrong });
    expect(status).toBe(visitor ? '42501' : 'applied');
    const [result] = await resultsOf(actor);
    expect(result).toEqual(visitor ? undefined : expect.objectContaining({ score: 33, review: [] }));
  });

  it.each<[string, Attack[], number | null]>([
    ['of an attempt over its time limit', [{ started: Date.now() - DAY, finished: Date.now() - MINUTE }], 100],
    [
      'of a second attempt that is dated into the first one',
      [
        { started: Date.now() - 9 * MINUTE, finished: Date.now() - MINUTE, answers: {} },
        { started: Date.now() - 5 * MINUTE, finished: Date.now() - 4 * MINUTE },
      ],
      null,
    ],
    [
      'of a second attempt that is dated before the first one',
      [
        { started: Date.now() - 9 * MINUTE, finished: Date.now() - MINUTE, answers: {} },
        { started: Date.now() - DAY, finished: Date.now() - DAY + MINUTE },
      ],
      null,
    ],
  ])('has no certificate %s', async (__, attacks, score) => {
    for (const [n, attack] of attacks.entries())
      expect(await push(actor, n + 1, attack)).toBe(visitor ? '42501' : 'applied');
    expect((await resultsOf(actor)).at(-1)).toEqual(
      visitor ? undefined : expect.objectContaining({ score, counts: false }),
    );
    expect(await certificates()).toEqual([]);
  });

  it('dates a certificate between the creation of the account and now', async () => {
    const at = Date.UTC(2021, 0, 1);
    expect(await push(actor, 1, { started: at, finished: at + MINUTE })).toBe(visitor ? '42501' : 'applied');
    const dates = await query<{ since: number }>(
      `select extract(day from now() - completed_at)::int as since from public.user_certificates where completed`,
    );
    expect(dates).toEqual(visitor ? [] : [{ since: 30 }]);
  });
});
