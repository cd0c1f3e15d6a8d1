import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  activeThisMonth,
  activeThisWeek,
  currentStreak,
  dayBefore,
  foldStreak,
  lastDays,
  longestStreak,
} from '@/features/streak/rules/streak';
import { localDate } from '@/shared/local-date';

afterEach(() => vi.unstubAllEnvs());

/** The dates that a device in the given time zone records at these moments. */
function daysIn(zone: string, moments: readonly string[]): string[] {
  vi.stubEnv('TZ', zone);
  return moments.map((moment) => localDate(Date.parse(moment)));
}

describe('the learner’s calendar day', () => {
  // 2027: Sofia moves to summer time on 28 March at 03:00 and back on 31 October at 04:00.
  test.each<[string, string, string[], string[]]>([
    [
      'the night that skips an hour',
      'Europe/Sofia',
      ['2027-03-27T21:59:59Z', '2027-03-27T22:00:00Z', '2027-03-28T20:59:59Z', '2027-03-28T21:00:00Z'],
      ['2027-03-27', '2027-03-28', '2027-03-28', '2027-03-29'],
    ],
    [
      'the night that repeats an hour',
      'Europe/Sofia',
      ['2027-10-30T20:59:59Z', '2027-10-30T21:00:00Z', '2027-10-31T21:59:59Z', '2027-10-31T22:00:00Z'],
      ['2027-10-30', '2027-10-31', '2027-10-31', '2027-11-01'],
    ],
    [
      'New Year in Sofia',
      'Europe/Sofia',
      ['2026-12-31T21:59:59Z', '2026-12-31T22:00:00Z'],
      ['2026-12-31', '2027-01-01'],
    ],
    ['a leap day', 'Europe/Sofia', ['2028-02-28T22:00:00Z', '2028-02-29T22:00:00Z'], ['2028-02-29', '2028-03-01']],
    ['New York', 'America/New_York', ['2027-06-02T03:59:59Z', '2027-06-02T04:00:00Z'], ['2027-06-01', '2027-06-02']],
  ])('%s', (_, zone, moments, days) => {
    expect(daysIn(zone, moments)).toEqual(days);
  });

  test('a flight from Sofia to New York and back neither breaks the streak nor counts a day twice', () => {
    const days = [
      ...daysIn('Europe/Sofia', ['2027-06-01T18:00:00Z']),
      ...daysIn('America/New_York', ['2027-06-02T18:00:00Z', '2027-06-03T03:30:00Z', '2027-06-03T23:00:00Z']),
      ...daysIn('Europe/Sofia', ['2027-06-04T18:00:00Z']),
    ];
    expect(days).toEqual(['2027-06-01', '2027-06-02', '2027-06-02', '2027-06-03', '2027-06-04']);
    expect(currentStreak(days, '2027-06-04')).toBe(4);
    expect(longestStreak(days)).toBe(4);
  });

  test('two activities at 23:59:59 count as one day', () => {
    const days = daysIn('Europe/Sofia', ['2027-06-01T20:59:59Z', '2027-06-01T20:59:59.999Z']);
    expect(new Set(days)).toEqual(new Set(['2027-06-01']));
    expect(currentStreak(days, '2027-06-02')).toBe(1);
  });
});

const row = (current_streak: number, longest_streak: number, last_active: string | null) => ({
  current_streak,
  longest_streak,
  last_active,
});

describe('the streak', () => {
  test.each<[string, string[], string, number, number]>([
    ['no day at all', [], '2027-01-01', 0, 0],
    ['today alone', ['2027-01-01'], '2027-01-01', 1, 1],
    ['yesterday counts while today is empty', ['2026-12-30', '2026-12-31'], '2027-01-01', 2, 2],
    ['the day before yesterday does not', ['2026-12-29', '2026-12-30'], '2027-01-01', 0, 2],
    ['over New Year', ['2026-12-31', '2027-01-01'], '2027-01-01', 2, 2],
    ['over a leap day', ['2028-02-28', '2028-02-29', '2028-03-01'], '2028-03-01', 3, 3],
    ['no leap day where there is none', ['2027-02-28', '2027-03-01'], '2027-03-01', 2, 2],
    ['over the spring change', ['2027-03-27', '2027-03-28', '2027-03-29'], '2027-03-29', 3, 3],
    ['over the autumn change', ['2027-10-30', '2027-10-31', '2027-11-01'], '2027-11-01', 3, 3],
    ['unordered and repeated', ['2027-05-03', '2027-05-01', '2027-05-02', '2027-05-03'], '2027-05-03', 3, 3],
    ['a longer one in the past', ['2027-04-01', '2027-04-02', '2027-04-03', '2027-05-01'], '2027-05-01', 1, 3],
    ['a day in the future does not count today', ['2027-05-03'], '2027-05-01', 0, 1],
  ])('%s', (_, days, today, current, longest) => {
    expect(foldStreak(null, days, today)).toMatchObject({ current, longest, today });
  });

  test('three offline days that two devices send late are merged with the server’s days', () => {
    const server = row(2, 5, '2027-05-02');
    const phone = ['2027-05-03', '2027-05-05'];
    const tablet = ['2027-05-04', '2027-05-03'];
    expect(foldStreak(server, phone, '2027-05-05')).toMatchObject({ current: 1, longest: 5 });
    expect(foldStreak(server, [...phone, ...tablet], '2027-05-05')).toMatchObject({ current: 5, longest: 5 });
    expect(foldStreak(server, [...tablet, ...phone], '2027-05-05').days.size).toBe(5);
  });

  test('without the server’s row only this device’s days count', () => {
    const own = lastDays('2027-05-05', 9);
    expect(foldStreak(undefined, own, '2027-05-05')).toMatchObject({ current: 9, longest: 9 });
    expect(foldStreak(null, [], '2027-05-05')).toMatchObject({ current: 0, longest: 0 });
  });

  test('the server’s longest streak is never lost, and its last day is merged with this device’s days', () => {
    expect(foldStreak(row(3, 40, '2027-05-04'), ['2027-05-05'], '2027-05-05')).toMatchObject({
      current: 4,
      longest: 40,
    });
    expect(foldStreak(row(0, 0, null), [], '2027-05-05')).toMatchObject({ current: 0, longest: 0 });
  });
});

describe('active days', () => {
  // 2027-05-05 is a Wednesday.
  test.each<[string, string[], string, number, number]>([
    ['Monday to Wednesday', ['2027-05-03', '2027-05-04', '2027-05-05'], '2027-05-05', 3, 3],
    ['Sunday belongs to the week before', ['2027-05-02', '2027-05-03'], '2027-05-05', 1, 2],
    ['on Sunday the whole week counts', ['2027-05-03', '2027-05-09', '2027-05-10'], '2027-05-09', 2, 2],
    ['on Monday only that day', ['2027-05-09', '2027-05-10'], '2027-05-10', 1, 2],
    ['a week over two months', ['2027-04-30', '2027-05-01'], '2027-05-01', 2, 1],
    ['days in the future do not count', ['2027-05-06'], '2027-05-05', 0, 0],
  ])('%s', (_, days, today, week, month) => {
    const facts = { days: new Set(days), today };
    expect([activeThisWeek(facts), activeThisMonth(facts)]).toEqual([week, month]);
  });
});

test('the previous day is a calendar day in every month', () => {
  expect(['2027-03-01', '2028-03-01', '2027-01-01', '2027-03-29'].map(dayBefore)).toEqual([
    '2027-02-28',
    '2028-02-29',
    '2026-12-31',
    '2027-03-28',
  ]);
});
