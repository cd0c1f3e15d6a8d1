import { expect, test } from 'vitest';
import { fromSofia, isSkippedInSofia, sofiaDay, toSofia } from '@/shared/sofia-time';

test('a time in Sofia becomes an instant and back, in winter and in summer', () => {
  expect(fromSofia('2026-01-15T19:30')).toBe('2026-01-15T17:30:00.000Z');
  expect(fromSofia('2026-07-15T19:30')).toBe('2026-07-15T16:30:00.000Z');
  expect(toSofia('2026-07-15T16:30:00.000Z')).toBe('2026-07-15T19:30');
});

test('an hour that the clock change skips moves forward', () => {
  expect(fromSofia('2026-03-29T03:30')).toBe('2026-03-29T01:30:00.000Z');
  expect(toSofia('2026-03-29T01:30:00.000Z')).toBe('2026-03-29T04:30');
});

test('knows the hour that the clock change skips', () => {
  expect(['2026-03-29T03:00', '2026-03-29T03:59'].map(isSkippedInSofia)).toEqual([true, true]);
  const exists = ['2026-03-29T02:59', '2026-03-29T04:00', '2026-10-25T03:30', '2026-03-28T03:30', ''];
  expect(exists.filter(isSkippedInSofia)).toEqual([]);
});

test('an hour that occurs twice means the first one', () => {
  expect(fromSofia('2026-10-25T03:30')).toBe('2026-10-25T00:30:00.000Z');
});

test('a day begins and ends at midnight in Sofia, also when it has 23 or 25 hours', () => {
  expect(sofiaDay('2026-03-29')).toBe('2026-03-28T22:00:00.000Z');
  expect(sofiaDay('2026-03-29', true)).toBe('2026-03-29T21:00:00.000Z');
  expect(sofiaDay('2026-10-25', true)).toBe('2026-10-25T22:00:00.000Z');
  expect(sofiaDay('')).toBeNull();
});

test('rejects values that are not times', () => {
  expect(fromSofia('')).toBeNull();
  expect(fromSofia('утре')).toBeNull();
});
