// @vitest-environment happy-dom

import { expect, test, vi } from 'vitest';
import { removeSplash } from '@/app/start/splash';
import { foldNotifications } from '@/features/notifications/rules';
import { targetOf } from '@/features/notifications/widgets/follow-link';
import { currentStreak, daysOfRow, lastDays, longestStreak } from '@/features/streak/rules/streak';
import { streakText } from '@/features/streak/text/streak';
import { formatAgo } from '@/shared/format/format-ago';
import { serviceBase } from '@/shared/product';
import type { NotificationRow } from '@/shared/rows';

const row = (id: string, created_at: string, is_read = false): NotificationRow => ({
  id,
  title: id,
  message: '',
  type: 'info',
  link: null,
  is_read,
  created_at,
});

test('a notification is read or deleted when the server or this device has marked it, and the newest comes first', () => {
  const rows = [
    row('a', '2026-11-01T00:00:00Z'),
    row('b', '2026-11-03T00:00:00Z'),
    row('c', '2026-11-02T00:00:00Z', true),
    row('d', '2026-11-04T00:00:00Z'),
  ];
  const folded = foldNotifications(rows, [
    { notification_id: 'b', deleted: false },
    { notification_id: 'd', deleted: true },
    { notification_id: 'unknown', deleted: true },
  ]);
  expect(folded.map(({ id, is_read }) => [id, is_read])).toEqual([
    ['b', true],
    ['c', true],
    ['a', false],
  ]);
});

test('the streak joins the server’s and the device’s days', () => {
  const fromServer = daysOfRow({ current_streak: 3, last_active: '2026-03-01' });
  expect(fromServer).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(currentStreak([...fromServer, '2026-03-02'], '2026-03-02')).toBe(4);
  expect(currentStreak(fromServer, '2026-03-03')).toBe(0);
  expect(daysOfRow(null)).toEqual([]);
  expect(daysOfRow({ current_streak: 0, last_active: null })).toEqual([]);
  expect(longestStreak([])).toBe(0);
  expect(longestStreak(['2026-01-05', '2025-12-31', '2026-01-01', '2026-01-01', '2026-01-04', '2025-12-30'])).toBe(3);
  expect(lastDays('2026-11-02', 7)[0]).toBe('2026-10-27');
});

test.each([
  [0, false, /Гледайте урок днес и серията/],
  [2, true, /Елате и утре/],
  [3, true, /Три дни/],
  [7, true, /Цяла седмица/],
  [14, true, /Две седмици/],
  [30, true, /Цял месец/],
  [100, true, /легенда/],
  [8, false, /Цяла седмица.*днес/],
])('%i days in a row, today counted: %s', (days, today, text) => {
  expect(streakText.message(days, today)).toMatch(text);
});

test('how long ago, from just now to a date', () => {
  const now = Date.parse('2026-11-20T12:00'); // noon in the local time zone
  const ago = (seconds: number) => formatAgo(now - seconds * 1000, 'Just now', now);
  expect([ago(-30), ago(59)]).toEqual(['Just now', 'Just now']);
  expect([ago(60), ago(3_599), ago(3_600), ago(86_399)]).toEqual([
    'преди 1 минута',
    'преди 59 минути',
    'преди 1 час',
    'преди 23 часа',
  ]);
  expect([ago(86_400), ago(29 * 86_400)]).toEqual(['преди 1 ден', 'преди 29 дни']);
  expect(ago(30 * 86_400)).toBe('21 октомври 2026\u00a0г.');
});

test('a message links into the product, to another site in a new window, or nowhere', () => {
  const origin = 'https://sloy.bg';
  const table: Record<string, unknown> = {
    '/course/1?a=b#c': { path: '/course/1?a=b#c' },
    'https://sloy.bg/settings': { path: '/settings' },
    'https://example.com/x': { href: 'https://example.com/x' },
    '//example.com': null,
    '/\\example.com': null,
    '/.//example.com': null,
    'https://sloy.bg//example.com': null,
    'javascript:alert(1)': null,
    'http://example.com': null,
    'https://': null,
    '': null,
  };
  for (const [link, target] of Object.entries(table)) expect([link, targetOf(link, origin)]).toEqual([link, target]);
  expect(targetOf(null, origin)).toBeNull();
});

test('without a configured URL the service is on port 4242 of localhost, or on the page’s own origin', () => {
  expect(serviceBase({ hostname: 'localhost', origin: 'http://localhost:3000' }, undefined)).toBe(
    'http://localhost:4242',
  );
  expect(serviceBase({ hostname: 'sloy.bg', origin: 'https://sloy.bg' }, undefined)).toBe('https://sloy.bg');
  expect(serviceBase({ hostname: 'sloy.bg', origin: 'https://sloy.bg' }, 'https://pay.sloy.bg/')).toBe(
    'https://pay.sloy.bg',
  );
});

test('the splash ignores clicks, fades, and is removed one second after the start', () => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div id="splash"></div>';
  const splash = () => document.getElementById('splash');
  removeSplash();
  vi.advanceTimersByTime(999);
  expect(splash()?.className).toBe('hide');
  vi.advanceTimersByTime(1);
  expect(splash()).toBeNull();
  vi.useRealTimers();
});
