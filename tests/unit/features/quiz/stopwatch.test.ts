// @vitest-environment happy-dom

import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { createStopwatch } from '@/features/quiz/clock/stopwatch';
import { readMemory, remember } from '@/features/quiz/memory/attempt-memory';
import { STORAGE_KEYS } from '@/shared/names';

const nowhere = { question: '', at: 0, running: false, device: null, server: null, unsaved: {} };

beforeEach(() => localStorage.clear());

test('a stopwatch counts exactly the time between start and stop, even after double presses', () => {
  const step = fc.record({ wait: fc.nat(50_000), press: fc.constantFrom('start', 'stop', 'read') });
  fc.assert(
    fc.property(fc.nat(1e6), fc.array(step), (base, steps) => {
      let now = 7_000;
      let running = false;
      let expected = base;
      const watch = createStopwatch(base, () => now);
      for (const { wait, press } of steps) {
        now += wait;
        if (running) expected += wait;
        if (press === 'start') watch.start();
        if (press === 'stop') watch.stop();
        if (press !== 'read') running = press === 'start';
        expect(watch.read()).toBe(expected);
      }
    }),
  );
});

test('a clock that is set back subtracts nothing', () => {
  let now = 1_000;
  const watch = createStopwatch(500, () => now);
  watch.start();
  now = 0;
  expect(watch.read()).toBe(500);
});

test('missed time is added once, whether the stopwatch runs or not, and subtracts nothing', () => {
  let now = 0;
  const watch = createStopwatch(1_000, () => now);
  watch.atLeast(4_000);
  expect(watch.read()).toBe(4_000);
  watch.start();
  now = 500;
  watch.atLeast(3_000);
  expect(watch.read()).toBe(4_500);
  watch.atLeast(10_000);
  now = 700;
  expect(watch.read()).toBe(10_200);
});

test('the position is remembered for each attempt', () => {
  remember('a', { running: true });
  remember('a', { question: 'q3', at: 7, device: { spent: 5, at: 9 } });
  remember('b', { question: 'q1', unsaved: { q1: ['b'], q2: [] } });
  expect(readMemory('a')).toEqual({ ...nowhere, question: 'q3', at: 7, running: true, device: { spent: 5, at: 9 } });
  expect(readMemory('b')).toEqual({ ...nowhere, question: 'q1', unsaved: { q1: ['b'], q2: [] } });
  expect(readMemory('c')).toEqual(nowhere);
});

test('only the positions of the latest attempts are kept', () => {
  for (let i = 0; i < 30; i++) remember(`attempt ${i}`, { question: 'q' });
  expect(Object.keys(JSON.parse(localStorage.getItem(STORAGE_KEYS.testPlaces) ?? '{}'))).toHaveLength(20);
  expect(readMemory('attempt 29').question).toBe('q');
  expect(readMemory('attempt 0').question).toBe('');
});

test.each([
  '',
  'nonsense',
  'null',
  '[]',
  '{"a":5}',
  '{"a":{"question":7,"running":"yes","device":{"spent":"all"},"server":[1],"unsaved":{"q":[1]}}}',
])('damaged positions (%s) are ignored', (text) => {
  localStorage.setItem(STORAGE_KEYS.testPlaces, text);
  expect(readMemory('a')).toEqual(nowhere);
  remember('a', { question: 'q1' });
  expect(readMemory('a').question).toBe('q1');
});
