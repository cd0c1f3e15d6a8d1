import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spansOf } from '../../sw/range';

test('the sections of any range over any chunks are exactly its bytes, in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }),
      fc.nat(500),
      fc.nat(500),
      (sizes, a, b) => {
        const bytes = sizes.flatMap((size, index) => Array.from({ length: size }, (_, at) => [index, at] as const));
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const spans = spansOf(sizes, start, end);
        const read = spans.flatMap(({ index, from, to }) =>
          Array.from({ length: to - from }, (_, at) => [index, from + at] as const),
        );
        expect(read).toEqual(bytes.slice(start, end));
      },
    ),
  );
});
