import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { achievementStates } from '@/features/achievements/rules/progress';
import { lastCourses } from '@/features/dashboard/rules';
import {
  addDays,
  addMonths,
  cellTitle,
  dayAfterKey,
  daysOf,
  eventsByDay,
  monthGrid,
  monthOf,
  weekdayOf,
} from '@/features/events/rules/calendar';
import { isFull, upcomingEvents } from '@/features/events/rules/upcoming-events';
import type { ProgressData } from '@/shared/journal';
import { localDate } from '@/shared/local-date';
import { relativeDate } from '@/shared/relative-date';
import type { AchievementRow, CourseRow, EventRow, VideoRow } from '@/shared/rows';
import { newsText } from '@/shared/text/home-blocks';

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('the month calendar', () => {
  test('has 42 days in a row from a Monday, including the whole month', () => {
    fc.assert(
      fc.property(day, (date) => {
        const cells = monthGrid(monthOf(date));
        expect(cells).toHaveLength(42);
        expect(weekdayOf(cells[0] ?? '')).toBe(0);
        expect(cells).toContain(date);
        expect(cells.every((cell, index) => index === 0 || cell === addDays(cells[index - 1] ?? '', 1))).toBe(true);
        expect(cells.slice(0, 7)).toContain(`${monthOf(date)}-01`);
      }),
    );
  });

  test('keys move by a day, a week, to the ends of the week and by a month', () => {
    const from = '2026-11-18';
    const moves = {
      ArrowLeft: '2026-11-17',
      ArrowRight: '2026-11-19',
      ArrowUp: '2026-11-11',
      ArrowDown: '2026-11-25',
      Home: '2026-11-16',
      End: '2026-11-22',
      PageUp: '2026-10-18',
      PageDown: '2026-12-18',
      Enter: undefined,
    };
    for (const [key, to] of Object.entries(moves)) expect(dayAfterKey(from, key), key).toBe(to);
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2028-03-31', -1)).toBe('2028-02-29');
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  });

  test('shows an event on each of its days; an end at midnight belongs to the day before', () => {
    const local = (text: string) => new Date(text).toISOString();
    const week = { id: 'week', start_date: local('2026-11-20T00:00'), end_date: local('2026-11-23T00:00') };
    const talk = { id: 'talk', start_date: local('2026-11-20T18:00'), end_date: local('2026-11-20T19:30') };
    expect(daysOf(week)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
    const byDay = eventsByDay([week, talk]);
    expect(byDay.get('2026-11-20')?.map(({ id }) => id)).toEqual(['week', 'talk']);
    expect(byDay.get('2026-11-22')?.map(({ id }) => id)).toEqual(['week']);
    expect(daysOf({ start_date: local('2000-01-01T00:00'), end_date: local('2090-01-01T00:00') })).toHaveLength(366);
  });

  test('cuts titles to 8 characters and an ellipsis', () => {
    expect(['Лекция', '12345678', 'Работилница', '🧵🧵🧵🧵🧵🧵🧵🧵🧵'].map(cellTitle)).toEqual([
      'Лекция',
      '12345678',
      'Работилн…',
      '🧵🧵🧵🧵🧵🧵🧵🧵…',
    ]);
  });
});

test('news are dated today, yesterday, in days, in weeks, then with a long date', () => {
  const now = new Date('2026-11-30T09:00').getTime();
  const said = (days: number, hour = '23:00') => {
    const at = new Date(`${addDays('2026-11-30', -days)}T${hour}`).getTime();
    return newsText.date(relativeDate(at, now), at);
  };
  expect([0, 1, 2, 6, 7, 13, 14, 29, 30].map((days) => said(days))).toEqual([
    'Днес',
    'Вчера',
    'Преди 2 дни',
    'Преди 6 дни',
    'Преди 1 седмица',
    'Преди 1 седмица',
    'Преди 2 седмици',
    'Преди 4 седмици',
    '31 октомври 2026\u00a0г.',
  ]);
  expect(said(1, '00:00')).toBe('Вчера');
  expect(said(-3)).toBe('Днес');
});

test('the last courses are the most recently watched ones, then the newest', () => {
  const course = (id: string, created: string) => ({ id, title: id, created_at: created }) as CourseRow;
  const courses = [
    course('old', '2026-01-01'),
    course('watched', '2026-02-01'),
    course('new', '2026-03-01'),
    course('newest', '2026-04-01'),
  ];
  const videos = [
    { id: 'a', course_id: 'watched' },
    { id: 'b', course_id: 'watched' },
    { id: 'c', course_id: 'old' },
  ] as VideoRow[];
  const progress = new Map([
    ['a', { position_at: 5 } as ProgressData],
    ['b', { position_at: 30 } as ProgressData],
    ['c', { position_at: 20 } as ProgressData],
  ]);
  expect(lastCourses(courses, videos, progress, 3).map(({ id }) => id)).toEqual(['watched', 'old', 'newest']);
  expect(lastCourses(courses, videos, new Map(), 9).map(({ id }) => id)).toEqual(['newest', 'new', 'watched', 'old']);
});

describe('achievements', () => {
  const row = (id: string, points: number, target_value: number, type: string) =>
    ({ id, points, target_value, type }) as AchievementRow;
  const rows = [row('reader', 15, 5, 'news'), row('event', 15, 1, 'event'), row('first', 10, 1, 'video_watched')];

  test('have the server’s order and include this device’s facts', () => {
    const states = achievementStates(rows, [{ id: 'reader', current_value: 1, completed: false, completed_at: null }], {
      news: 3,
      video_watched: 7,
    });
    expect(
      states.map(({ id, current_value, progress_percentage, completed }) => [
        id,
        current_value,
        progress_percentage,
        completed,
      ]),
    ).toEqual([
      ['first', 1, 100, true],
      ['event', 0, 0, false],
      ['reader', 3, 60, false],
    ]);
  });

  test('stay earned, and their value never exceeds the target', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.boolean(), fc.nat(20), (current_value, completed, counted) => {
        const [state] = achievementStates(
          [row('a', 1, 5, 'news')],
          [{ id: 'a', current_value, completed, completed_at: null }],
          { news: counted },
        );
        expect(state?.completed).toBe(completed || Math.max(current_value, counted) >= 5);
        expect(state?.current_value).toBe(state?.completed ? 5 : Math.max(current_value, counted));
        expect(state?.progress_percentage).toBeLessThanOrEqual(100);
      }),
    );
  });
});

test('upcoming events are active and have not ended; a full one has reached its limit', () => {
  const at = (hours: number) => new Date(hours * 3_600_000).toISOString();
  const event = (id: string, from: number, to: number, status = 'active') =>
    ({ id, start_date: at(from), end_date: at(to), status }) as EventRow;
  const events = [
    event('past', 1, 2),
    event('running', 3, 9),
    event('off', 6, 7, 'cancelled'),
    event('next', 6, 7),
    event('later', 8, 9),
  ];
  expect(upcomingEvents(events, 5 * 3_600_000, 2).map(({ id }) => id)).toEqual(['running', 'next']);
  expect([null, 3, 2].map((max_participants) => isFull({ max_participants, current_participants: 2 }))).toEqual([
    false,
    false,
    true,
  ]);
  expect(localDate(new Date('2026-11-30T23:59').getTime())).toBe('2026-11-30');
});
