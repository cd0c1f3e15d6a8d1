import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastClock } from '@/ui/toast-clock';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a message closes after its time, and stays while it is held', () => {
  const closed: (string | number)[] = [];
  let held = false;
  const clock = new ToastClock(
    (id) => closed.push(id),
    () => held,
  );
  clock.start('saved', 3_000);
  clock.start('failed', 5_000);
  vi.advanceTimersByTime(2_000);
  held = true;
  vi.advanceTimersByTime(60_000);
  expect(closed).toEqual([]);
  held = false;
  vi.advanceTimersByTime(1_000);
  expect(closed).toEqual(['saved']);
  vi.advanceTimersByTime(2_000);
  expect(closed).toEqual(['saved', 'failed']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a repeated message restarts its time, and a closed one is not closed twice', () => {
  const closed: (string | number)[] = [];
  const clock = new ToastClock(
    (id) => closed.push(id),
    () => false,
  );
  clock.start('one', 3_000);
  vi.advanceTimersByTime(2_800);
  clock.start('one', 3_000);
  vi.advanceTimersByTime(2_800);
  expect(closed).toEqual([]);
  clock.stop('one');
  vi.advanceTimersByTime(10_000);
  expect(closed).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('no timer is left when the host of the messages is removed', () => {
  const closed: (string | number)[] = [];
  const clock = new ToastClock(
    (id) => closed.push(id),
    () => false,
  );
  clock.start('saved', 3_000);
  clock.end();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(5_000);
  expect(closed).toEqual([]);
});
