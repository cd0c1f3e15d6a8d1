import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinIntervals, watchedMs } from '@/shared/intervals';
import { compareText } from '@/shared/text-order';
import { seedOfRun } from '../../helpers/journal-arbitraries';

const seed = seedOfRun('text order');

it('texts are compared by bytes, not by code units', () => {
  expect(compareText('\uffff', '😀')).toBeLessThan(0);
  expect(compareText('я', 'яя')).toBeLessThan(0);
  const texts = fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(
      texts,
      ([a, b]) => Math.sign(compareText(a, b)) === Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))),
    ),
    { seed, numRuns: 2_000 },
  );
});

it('a join of watched intervals keeps gaps of at least a second, and closes shorter ones', () => {
  expect(joinIntervals([[0, 1_000]], [[1_999, 3_000]], [[4_000, 5_000]])).toEqual([
    [0, 3_000],
    [4_000, 5_000],
  ]);
  expect(
    watchedMs([
      [0, 3_000],
      [4_000, 5_000],
    ]),
  ).toBe(4_000);
});
