import { expect, test } from 'vitest';
import { namedPages } from '@/features/console-kit/widgets/pager';

test('the pager shows the first page, the last page and the neighbours, with gaps in between', () => {
  expect(namedPages(1, 129)).toEqual([1, 2, 0, 129]);
  expect(namedPages(5, 9)).toEqual([1, 0, 4, 5, 6, 0, 9]);
  expect(namedPages(2, 3)).toEqual([1, 2, 3]);
  expect(namedPages(1, 1)).toEqual([1]);
});
