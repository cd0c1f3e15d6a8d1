import { expect, test } from 'vitest';
import { secondsLeft } from '@/data/uploads/live-uploads';
import { estimatedDuration, faultOfFile } from '@/data/uploads/mutations';

test('the time that is left follows the speed of the last seconds', () => {
  expect(secondsLeft([], 100)).toBeNull();
  expect(secondsLeft([{ at: 0, sent: 0 }], 100)).toBeNull();
  expect(
    secondsLeft(
      [
        { at: 0, sent: 0 },
        { at: 500, sent: 10 },
      ],
      100,
    ),
  ).toBeNull();
  expect(
    secondsLeft(
      [
        { at: 0, sent: 0 },
        { at: 2_000, sent: 20 },
      ],
      100,
    ),
  ).toBe(8);
  expect(
    secondsLeft(
      [
        { at: 0, sent: 20 },
        { at: 2_000, sent: 20 },
      ],
      100,
    ),
  ).toBeNull();
});

test('a file is rejected before it is read when it is empty, too large or no video by its name', () => {
  const sized = (size: number, name: string, type = '') =>
    Object.defineProperty(new File([], name, { type }), 'size', { value: size });
  expect(faultOfFile(sized(0, 'a.mp4'))).toBe('empty');
  expect(faultOfFile(sized(501 * 1024 * 1024, 'a.mp4'))).toBe('too-large');
  expect(faultOfFile(sized(500 * 1024 * 1024, 'a.MOV'))).toBeUndefined();
  expect(faultOfFile(sized(10, 'a.exe', 'application/x-msdownload'))).toBe('type');
});

test('the duration of an unreadable file is estimated as 5 s a megabyte', () => {
  expect(estimatedDuration(12.4 * 1024 * 1024)).toBe(60);
});
