import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  activeThisMonth,
  activeThisWeek,
  longestRunOfYear,
  mondayOf,
  streakLevel,
  weeksOfYear,
} from '@/features/streak/rules/activity-year';

const days = (...list: string[]) => new Set(list);

describe('the Monday of a week', () => {
  test.each([
    ['2026-11-23', '2026-11-23'],
    ['2026-11-29', '2026-11-23'],
    ['2027-01-01', '2026-12-28'],
    ['2028-02-29', '2028-02-28'],
  ])('of %s is %s', (day, monday) => {
    expect(mondayOf(day)).toBe(monday);
  });
});

test('this week counts from Monday to today, this month the calendar month', () => {
  const set = days('2026-10-31', '2026-11-01', '2026-11-22', '2026-11-23', '2026-11-25', '2026-11-26');
  expect(activeThisWeek(set, '2026-11-25')).toBe(2);
  expect(activeThisMonth(set, '2026-11-25')).toBe(4);
});

test.each([
  [0, 0],
  [1, 0],
  [2, 1],
  [9, 4],
  [10, 5],
  [400, 5],
])('a streak of %i days is level %i', (streak, level) => {
  expect(streakLevel(streak)).toBe(level);
});

describe('the weeks of a year', () => {
  test('cover the year, name every month once and mark the current week', () => {
    const weeks = weeksOfYear(days('2026-01-01', '2025-12-31', '2026-11-23'), '2026-11-25');
    expect(weeks).toHaveLength(53);
    expect(weeks[0]).toMatchObject({ monday: '2025-12-29', active: 1, month: '2026-01-01', state: 'past' });
    expect(weeks.filter(({ month }) => month)).toHaveLength(12);
    expect(weeks.find(({ state }) => state === 'current')).toMatchObject({ monday: '2026-11-23', active: 1 });
    expect(weeks.at(-1)?.state).toBe('future');
  });

  test('count every active day of the year exactly once', () => {
    const day = fc
      .integer({ min: 0, max: 1_500 })
      .map((offset) => new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10));
    fc.assert(
      fc.property(fc.array(day, { maxLength: 200 }), day, (list, today) => {
        const set = new Set(list);
        const sum = weeksOfYear(set, today).reduce((total, week) => total + week.active, 0);
        expect(sum).toBe([...set].filter((one) => one.slice(0, 4) === today.slice(0, 4) && one <= today).length);
      }),
    );
  });
});

describe('the longest run of the year', () => {
  test('is marked with its first and last day', () => {
    const set = days('2026-03-01', '2026-03-02', '2026-05-30', '2026-05-31', '2026-06-01', '2026-07-01');
    expect(longestRunOfYear(set, '2026-11-25')).toEqual({ first: '2026-05-30', last: '2026-06-01', length: 3 });
  });

  test('does not exist for single days, and does not reach into last year', () => {
    expect(longestRunOfYear(days('2026-03-01', '2026-03-03'), '2026-11-25')).toBeNull();
    expect(longestRunOfYear(days('2025-12-31', '2026-01-01', '2026-01-02'), '2026-11-25')?.length).toBe(2);
  });
});
