import { describe, expect, test } from 'vitest';
import {
  type AttemptDoc,
  attemptsAt,
  attemptsLeft,
  attemptsUsed,
  nextAttempt,
  openAttempt,
  praiseTier,
  stateOfAttempts,
  usedInDay,
  withOverdueEnded,
} from '@/shared/quiz-state';
import type { ResultRow } from '@/shared/rows';

const TEST = 'e0000000-0000-4000-8000-000000000001';
const OTHER = 'e0000000-0000-4000-8000-000000000002';
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

function doc(
  n: number,
  { test_id = TEST, started_at = n * 1_000, finished_at = null as number | null, time_spent = 500 } = {},
): AttemptDoc {
  return {
    id: `attempt/${uuid(n)}`,
    kind: 'attempt',
    at: finished_at ?? started_at,
    active_on: '2026-11-20',
    rev: 0,
    pending: true,
    data: { test_id, started_at, finished_at, time_spent, answers: {} },
  };
}

function result(n: number, test_id = TEST): ResultRow {
  return {
    id: uuid(n),
    test_id,
    score: 80,
    passed: true,
    time_spent: 42,
    completed_at: new Date(n * 1_000 + 9).toISOString(),
    review: [],
  };
}

describe('the state of a quiz', () => {
  const cases: {
    name: string;
    docs: AttemptDoc[];
    results: ResultRow[];
    rejected?: string[];
    state: string;
    used: number;
  }[] = [
    { name: 'nothing done', docs: [], results: [], state: 'not_started', used: 0 },
    {
      name: 'another test done',
      docs: [doc(1, { test_id: OTHER, finished_at: 5 })],
      results: [result(2, OTHER)],
      state: 'not_started',
      used: 0,
    },
    { name: 'an open attempt', docs: [doc(1)], results: [], state: 'in_progress', used: 0 },
    {
      name: 'an attempt finished offline',
      docs: [doc(1, { finished_at: 5_000 })],
      results: [],
      state: 'completed',
      used: 1,
    },
    {
      name: 'the same attempt confirmed counts once',
      docs: [doc(1, { finished_at: 5_000 })],
      results: [result(1)],
      state: 'completed',
      used: 1,
    },
    { name: 'a result from another device', docs: [], results: [result(1)], state: 'completed', used: 1 },
    {
      name: 'a result closes a copy that is still open here',
      docs: [doc(1)],
      results: [result(1)],
      state: 'completed',
      used: 1,
    },
    {
      name: 'finished before, open again',
      docs: [doc(1, { finished_at: 5_000 }), doc(2)],
      results: [],
      state: 'in_progress',
      used: 1,
    },
    {
      name: 'a rejected attempt counts for nothing',
      docs: [doc(1, { finished_at: 5_000 })],
      results: [],
      rejected: [`attempt/${uuid(1)}`],
      state: 'not_started',
      used: 0,
    },
  ];
  for (const { name, docs, results, rejected, state, used } of cases) {
    test(`${name}: ${state}, ${used} used`, () => {
      const rejectedIds = new Set(rejected);
      expect(stateOfAttempts(attemptsAt(TEST, docs, results, rejectedIds))).toBe(state);
      expect(stateOfAttempts(attemptsAt(TEST, [...docs].reverse(), [...results].reverse(), rejectedIds))).toBe(state);
      expect(attemptsUsed(attemptsAt(TEST, docs, results, rejectedIds))).toBe(used);
    });
  }

  test('an attempt whose time ran out while the page was closed counts as completed in lists', () => {
    const attempts = attemptsAt(TEST, [doc(1, { started_at: 0, time_spent: 30_000 })], []);
    const cases: [minutes: number, now: number, state: string][] = [
      [1, 29_000, 'in_progress'],
      [1, 31_000, 'completed'],
      [0, 86_400_000, 'in_progress'],
    ];
    for (const [time_limit, now, state] of cases)
      expect(stateOfAttempts(withOverdueEnded(attempts, { time_limit }, now))).toBe(state);
    expect(attemptsUsed(withOverdueEnded(attempts, { time_limit: 1 }, 31_000))).toBe(1);
    expect(stateOfAttempts(withOverdueEnded(attemptsAt(TEST, [], [result(1)]), { time_limit: 1 }, 99_999))).toBe(
      'completed',
    );
  });

  test('attempts are listed latest first, with the server’s figures where there are any', () => {
    const attempts = attemptsAt(
      TEST,
      [doc(1, { finished_at: 4_000, time_spent: 3_210 }), doc(5), doc(2, { finished_at: 3_000 })],
      [result(2)],
    );
    expect(attempts.map(({ id, status, time_spent }) => [id, status, time_spent])).toEqual([
      [uuid(5), 'open', 500],
      [uuid(1), 'waiting', 3_210],
      [uuid(2), 'confirmed', 42_000],
    ]);
  });

  test('Continue resumes the attempt that was started last', () => {
    const attempts = attemptsAt(TEST, [doc(1), doc(3), doc(2)], []);
    expect(openAttempt(attempts)?.id).toBe(uuid(3));
    expect(stateOfAttempts(attempts)).toBe('in_progress');
  });

  test.each([
    [0, 3, null],
    [3, 1, 2],
    [3, 3, 0],
    [2, 5, 0],
  ])('with at most %i attempts, of which %i are used, %s are left', (max_attempts, used, left) => {
    const docs = Array.from({ length: used }, (_, i) => doc(i + 1, { finished_at: 9_000 + i }));
    expect(attemptsLeft({ max_attempts }, attemptsAt(TEST, docs, []))).toBe(left);
  });

  test.each([
    [100, 90],
    [90, 90],
    [89, 80],
    [80, 80],
    [79, null],
  ])('%i percent belong to the tier %s', (score, tier) => {
    expect(praiseTier(score)).toBe(tier);
  });
});

test('the next attempt of a graded quiz opens 10 minutes after the latest finished one', () => {
  const minutes = (count: number) => count * 60_000;
  const made = [
    doc(1, { started_at: 0, finished_at: minutes(5) }),
    doc(2, { started_at: minutes(20), finished_at: minutes(30) }),
  ];
  const attempts = attemptsAt(TEST, [...made, doc(3, { started_at: minutes(35) })], []);
  expect(nextAttempt({ graded: true }, attempts)?.at).toBe(minutes(40));
  expect(nextAttempt({ graded: true }, attemptsAt(TEST, made, [], new Set([made[1]?.id ?? ''])))?.at).toBe(minutes(15));
  expect(nextAttempt({ graded: true }, attemptsAt(TEST, [doc(3)], []))).toBeNull();
  expect([nextAttempt({ graded: false }, attempts), nextAttempt({}, attempts)]).toEqual([null, null]);
});

describe('the limits of a graded quiz', () => {
  const minutes = (count: number) => count * 60_000;
  const hours = (count: number) => minutes(60 * count);
  const scored = (n: number, at: number, more: Partial<ResultRow> = {}): ResultRow => ({
    ...result(n),
    completed_at: new Date(0).toISOString(),
    scored_at: new Date(at).toISOString(),
    counted: true,
    ...more,
  });
  const attemptsOf = (...results: ResultRow[]) => attemptsAt(TEST, [], results);

  test('the pause begins when the server received the attempt, and is shown by the clock of the device', () => {
    const attempts = attemptsOf(scored(1, hours(5)));
    expect(nextAttempt({ graded: true }, attempts)).toEqual({ at: hours(5) + minutes(10), limit: 'pause' });
    expect(nextAttempt({ graded: true }, attempts, hours(-2))).toEqual({ at: hours(3) + minutes(10), limit: 'pause' });
  });

  test('an attempt that does not count makes no pause and uses up none', () => {
    const attempts = attemptsOf(
      scored(1, hours(5)),
      scored(2, hours(6), { counted: false, score: null, passed: false }),
    );
    expect(nextAttempt({ graded: true }, attempts)).toEqual({ at: hours(5) + minutes(10), limit: 'pause' });
    expect(attemptsUsed(attempts)).toBe(1);
    expect(attemptsLeft({ max_attempts: 2 }, attempts)).toBe(1);
  });

  test('after five attempts in a day the next one opens 24 hours after the first of them', () => {
    const day = [1, 2, 3, 4, 5].map((n) => scored(n, hours(n)));
    expect(nextAttempt({ graded: true }, attemptsOf(...day.slice(1)))).toEqual({
      at: hours(5) + minutes(10),
      limit: 'pause',
    });
    expect(nextAttempt({ graded: true }, attemptsOf(...day))).toEqual({ at: hours(25), limit: 'day' });
    expect([4, 24.5, 25.5].map((now) => usedInDay(attemptsOf(...day), hours(now), 0))).toEqual([5, 5, 4]);
    expect(nextAttempt({}, attemptsOf(...day))).toBeNull();
  });
});
