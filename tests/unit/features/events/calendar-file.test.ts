import { expect, test } from 'vitest';
import { calendarFile } from '@/features/events/calendar-file';
import type { EventRow } from '@/shared/rows';

const event = (change: Partial<EventRow> = {}): EventRow => ({
  id: 'e1',
  title: 'Вечер за въпроси',
  description: 'Подпори',
  image_url: null,
  location: 'Онлайн',
  start_date: '2026-11-28T17:00:00Z',
  end_date: '2026-11-28T18:30:00Z',
  duration_minutes: 90,
  type: 'webinar',
  is_free: true,
  max_participants: null,
  current_participants: 0,
  status: 'active',
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
  ...change,
});
const now = new Date('2026-11-23T10:00:00Z');

test('times are in UTC, the UID is derived from the id, and there are two alarms', () => {
  const file = calendarFile([event()], now);
  expect(file).toContain('DTSTART:20261128T170000Z');
  expect(file).toContain('DTEND:20261128T183000Z');
  expect(file).toContain('UID:e1@sloy');
  expect(file.match(/TRIGGER:-PT(24|1)H/g)).toEqual(['TRIGGER:-PT24H', 'TRIGGER:-PT1H']);
});

test('a cancelled event has the status CANCELLED', () => {
  expect(calendarFile([event({ status: 'cancelled' })], now)).toContain('STATUS:CANCELLED');
});

test.each([
  ['commas and semicolons', 'Слой, пласт; дюза'],
  ['line breaks', 'Първи ред\r\nBEGIN:VEVENT\nвтори'],
  ['emoji', '🖨️ Печат 👩🏽‍🔧'],
  ['a very long title', 'слой '.repeat(400).trim()],
])('a title with %s is stored correctly', (_, title) => {
  const file = calendarFile([event({ title })], now);
  expect(file.match(/BEGIN:VEVENT\r?\n/g)).toHaveLength(1);
  for (const line of file.split(/\r\n/)) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  const escaped = title.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
  expect(file.replace(/\r\n /g, '')).toContain(`SUMMARY:${escaped}\r\n`);
});

test('an event that ends before it starts has no duration', () => {
  expect(calendarFile([event({ end_date: '2026-11-28T16:00:00Z' })], now)).toContain('DTEND:20261128T170000Z');
});
