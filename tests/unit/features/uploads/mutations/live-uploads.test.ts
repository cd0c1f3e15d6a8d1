import { expect, test } from 'vitest';
import { secondsLeft } from '@/features/uploads/mutations/live-uploads';
import { estimatedDuration } from '@/features/uploads/mutations/uploads';
import { faultOfFile } from '@/features/uploads/queries/chosen-file';

test('the remaining time follows the speed of the last seconds', () => {
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

test('an empty or too large file, or one without a video’s name, is rejected before it is read', () => {
  const sized = (size: number, name: string, type = '') =>
    Object.defineProperty(new File([], name, { type }), 'size', { value: size });
  expect(faultOfFile(sized(0, 'a.mp4'))).toBe('empty');
  expect(faultOfFile(sized(501 * 1024 * 1024, 'a.mp4'))).toBe('too-large');
  expect(faultOfFile(sized(500 * 1024 * 1024, 'a.MOV'))).toBeUndefined();
  expect(faultOfFile(sized(10, 'a.exe', 'application/x-msdownload'))).toBe('type');
});

test('the duration of an unreadable file is estimated at 5 s per megabyte', () => {
  expect(estimatedDuration(12.4 * 1024 * 1024)).toBe(60);
});
