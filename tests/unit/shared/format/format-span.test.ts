import { expect, test } from 'vitest';
import { daysOf } from '@/features/events/rules/calendar';
import { formatSpan } from '@/shared/format/format-day';

test('an event that ends at midnight ends the day before, on its card as in the calendar', () => {
  const [start, end] = [new Date(2026, 10, 22, 10), new Date(2026, 10, 29, 0)];
  expect(formatSpan(start.getTime(), end.getTime())).toMatch(/^22\s?[–-]\s?28 ноември$/);
  const days = daysOf({ start_date: start.toISOString(), end_date: end.toISOString() });
  expect(days.at(-1)).toBe('2026-11-28');
});
