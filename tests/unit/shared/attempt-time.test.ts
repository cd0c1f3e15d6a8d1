import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Clocks,
  countable,
  crashCharge,
  isOver,
  limitOf,
  type Marks,
  SAVE_EVERY_MS,
  spentAfterGap,
  timeLeft,
  warningBetween,
} from '@/shared/attempt-time';
import { ATTEMPT_MS } from '@/shared/limits';

const MINUTE = 60_000;

test.each([
  ['a clean end costs nothing', false, 1_000, 50_000, 0],
  ['a crash costs the time since the last save', true, 1_000, 5_000, 4_000],
  ['however long ago, at most one interval', true, 1_000, 9_000_000, SAVE_EVERY_MS],
  ['a device clock set back costs nothing', true, 9_000_000, 1_000, 0],
])('%s', (_, wasRunning, savedAt, now, charge) => {
  expect(crashCharge(wasRunning, savedAt, now)).toBe(charge);
});

// A quiz with a limit of ten minutes. After two minutes of it, the learner left at 12:00 (minute 720 on the device's and the server's clock).
const at = (minute: number) => minute * MINUTE;
const TEN = at(10);
const left: Marks = { device: { spent: at(2), at: at(720) }, server: { spent: at(2), at: at(720) } };
const offline: Marks = { ...left, server: null };
const clocks = (device: number, server: number | null = null): Clocks => ({
  device: at(device),
  server: server && at(server),
});

test.each([
  ['closed for three minutes', offline, clocks(723), 5],
  ['closed for three minutes, the server agrees', left, clocks(723, 723), 5],
  ['closed for a day', offline, clocks(720 + 1_440), 10],
  ['the device set back an hour, no network', offline, clocks(660), 2],
  ['the device set back an hour, the server knows', left, clocks(660, 723), 5],
  ['the device set forward an hour, no network', offline, clocks(783), 10],
  ['the device set forward an hour, the server knows', left, clocks(783, 723), 5],
  ['the server is asked for the first time', offline, clocks(723, 9_999), 5],
  ['the server was asked, now there is no network', left, clocks(723), 5],
  ['a server whose own clock went back', left, clocks(723, 700), 2],
  [
    'the last minute of saves was lost with localStorage',
    { device: { spent: at(1), at: at(719) }, server: null },
    clocks(723),
    5,
  ],
])('with a limit, %s', (_, marks, now, minutes) => {
  expect(spentAfterGap(at(2), marks, now, TEN)).toBe(at(minutes));
});

const anyTime = fc.integer({ min: -1e13, max: 1e13 });
const anyMark = fc.record({ spent: fc.nat(1e9), at: anyTime });
const anyMarks = fc.record({ device: anyMark, server: fc.option(anyMark) });
const anyClocks = fc.record({ device: anyTime, server: fc.option(anyTime) });

test('with any clocks, time never decreases, never exceeds the limit and is an integer', () => {
  fc.assert(
    fc.property(fc.nat(1e9), anyMarks, anyClocks, fc.integer({ min: 1, max: 1_440 }), (stored, marks, now, minutes) => {
      const limit = limitOf({ time_limit: minutes });
      const spent = spentAfterGap(stored, marks, now, limit);
      expect(Number.isSafeInteger(spent)).toBe(true);
      expect(spent).toBeGreaterThanOrEqual(Math.min(stored, limit));
      expect(spent).toBeLessThanOrEqual(limit);
    }),
  );
});

test('with the server’s clock, the device’s clock has no effect', () => {
  fc.assert(
    fc.property(fc.nat(1e9), anyMark, anyMark, anyTime, anyTime, anyTime, (stored, device, server, now, one, other) => {
      const spent = (clock: number) => spentAfterGap(stored, { device, server }, { device: clock, server: now }, TEN);
      expect(spent(one)).toBe(spent(other));
    }),
  );
});

test('an older reading of the same clock gives the same result as a newer one', () => {
  fc.assert(
    fc.property(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6), fc.nat(1e12), (spent, between, gap, clock) => {
      const older = { spent, at: clock };
      const newer = { spent: spent + between, at: clock + between };
      const now = { device: clock + between + gap, server: null };
      const limit = limitOf({ time_limit: 1_440 });
      expect(spentAfterGap(spent, { device: older, server: null }, now, limit)).toBe(
        spentAfterGap(spent, { device: newer, server: null }, now, limit),
      );
    }),
  );
});

test('counted time is an integer, never negative, never above the limit', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, min: -1e12, max: 1e12 }),
      fc.integer({ min: 0, max: 180 }),
      (spent, minutes) => {
        const limit = limitOf({ time_limit: minutes });
        const counted = countable(spent, limit);
        expect(Number.isSafeInteger(counted)).toBe(true);
        expect(counted).toBeGreaterThanOrEqual(0);
        expect(counted).toBeLessThanOrEqual(limit || ATTEMPT_MS);
        expect(isOver(counted, limit)).toBe(limit > 0 && timeLeft(counted, limit) === 0);
      },
    ),
  );
});

test('0 minutes mean no limit', () => {
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
