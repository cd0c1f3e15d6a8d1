import { describe, expect, test } from 'vitest';
import { answerRange } from '@/shared/byte-range';

describe('a Range header over a file of 1000 bytes', () => {
  const part = (start: number, end: number) => ({ kind: 'part', start, end });
  const whole = { kind: 'whole' };
  const unsatisfiable = { kind: 'unsatisfiable' };
  test.each([
    [null, whole],
    ['bytes=0-1', part(0, 2)],
    ['bytes=0-', part(0, 1000)],
    ['bytes=0-0', part(0, 1)],
    ['bytes=999-', part(999, 1000)],
    ['bytes=999-999', part(999, 1000)],
    ['bytes=500-5000', part(500, 1000)],
    ['bytes=-1', part(999, 1000)],
    ['bytes=-1000', part(0, 1000)],
    ['bytes=-5000', part(0, 1000)],
    ['Bytes = 10 - 19', part(10, 20)],
    ['bytes=1000-', unsatisfiable],
    ['bytes=1000-1001', unsatisfiable],
    ['bytes=99999999999999999999-', unsatisfiable],
    ['bytes=-0', unsatisfiable],
    ['bytes=20-10', whole],
    ['bytes=-', whole],
    ['bytes=a-b', whole],
    ['bytes=1.5-2', whole],
    ['bytes=0-1,5-6', whole],
    ['items=0-1', whole],
    ['', whole],
  ])('%s', (header, answer) => {
    expect(answerRange(header, 1000)).toEqual(answer);
  });

  test('an empty file satisfies no range', () => {
    expect(answerRange('bytes=0-', 0)).toEqual(unsatisfiable);
    expect(answerRange('bytes=-5', 0)).toEqual(unsatisfiable);
  });
});
