import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ATTEMPT_MS } from '@/config/limits';
import { countable, crashCharge, isOver, limitOf, SAVE_EVERY_MS, timeLeft, warningBetween } from '@/domain/attempt-time';

const MINUTE = 60_000;

test.each([
  ['a clean end costs nothing', false, 1_000, 50_000, 0],
  ['a crash costs the time since the last save', true, 1_000, 5_000, 4_000],
  ['however long ago, at most one interval', true, 1_000, 9_000_000, SAVE_EVERY_MS],
  ['a device clock set back costs nothing', true, 9_000_000, 1_000, 0],
])('%s', (_, wasRunning, savedAt, now, charge) => {
  expect(crashCharge(wasRunning, savedAt, now)).toBe(charge);
});

test('what is counted is whole, never negative and never past the limit', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 180 }), (spent, minutes) => {
      const limit = limitOf({ time_limit: minutes });
      const counted = countable(spent, limit);
      expect(Number.isSafeInteger(counted)).toBe(true);
      expect(counted).toBeGreaterThanOrEqual(0);
      expect(counted).toBeLessThanOrEqual(limit || ATTEMPT_MS);
      expect(isOver(counted, limit)).toBe(limit > 0 && timeLeft(counted, limit) === 0);
    }),
  );
});

test('0 minutes are no limit', () => {
  expect([limitOf({ time_limit: 0 }), timeLeft(MINUTE, 0), isOver(1e9, 0)]).toEqual([0, null, false]);
});

test.each([
  ['five minutes are announced when they are passed', 5 * MINUTE + 400, 5 * MINUTE - 600, 5],
  ['one minute is announced when it is passed', MINUTE + 1, MINUTE, 1],
  ['of two passed at once the urgent one is announced', 6 * MINUTE, 30_000, 1],
  ['nothing is announced in between', 4 * MINUTE, 3 * MINUTE, null],
  ['a test of five minutes does not begin with a warning', 5 * MINUTE, 5 * MINUTE - 1_000, null],
  ['a test that is over is not warned of', 2_000, 0, null],
])('%s', (_, before, after, warning) => {
  expect(warningBetween(before, after)).toBe(warning);
});
