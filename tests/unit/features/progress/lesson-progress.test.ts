import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { progressAfter } from '@/features/progress/mutations';
import { formatBytes } from '@/shared/format/format-bytes';
import type { ProgressData } from '@/shared/journal';
import { mergeValid } from '../../../helpers/model-merge';

const piece = { videoId: 'v', courseId: 'c', watched: [[0, 5_000]] as const, position: 5_000.4, duration: 40_000 };

describe('a watched interval', () => {
  test('starts a document with integer times within the video', () => {
    expect(progressAfter(undefined, { ...piece, watched: [[-3.2, 40_000.7]], position: 40_001 }, 1_000)).toEqual({
      video_id: 'v',
      course_id: 'c',
      intervals: [[0, 40_000]],
      position: 40_000,
      position_at: 1_000,
      duration: 40_000,
      completed: true,
      first_watched: 1_000,
    });
  });

  test('is added to the stored ones, and a completed lesson stays completed', () => {
    const before = progressAfter(undefined, { ...piece, watched: [[0, 39_000]] }, 1_000);
    const after = progressAfter(before, { ...piece, watched: [], position: 2_000, courseId: null }, 5_000);
    expect(after).toMatchObject({
      completed: true,
      intervals: [[0, 39_000]],
      position: 2_000,
      position_at: 5_000,
      course_id: 'c',
      first_watched: 1_000,
    });
  });

  test('has the later time even after the clock was set back', () => {
    const before = progressAfter(undefined, piece, 9_000);
    expect(progressAfter(before, { ...piece, position: 7_000 }, 1_000)).toMatchObject({
      position: 7_000,
      position_at: 9_001,
    });
  });

  test('never removes progress, whatever the player reports', () => {
    const pieces = fc.array(
      fc.record({
        videoId: fc.constant('v'),
        courseId: fc.constantFrom(null, 'c'),
        watched: fc.array(
          fc
            .tuple(fc.double({ min: 0, max: 50_000, noNaN: true }), fc.double({ min: 0, max: 50_000, noNaN: true }))
            .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
          { maxLength: 4 },
        ),
        position: fc.double({ min: -10, max: 60_000, noNaN: true }),
        duration: fc.constantFrom(40_000, 40_000.25),
      }),
      { minLength: 1, maxLength: 8 },
    );
    const doc = (data: ProgressData) => ({
      id: 'progress/v',
      kind: 'progress' as const,
      at: 1,
      active_on: '2026-01-01',
      rev: 0,
      data,
    });
    fc.assert(
      fc.property(pieces, (list) => {
        let before: ProgressData | undefined;
        for (const [at, one] of list.entries()) {
          const after = progressAfter(before, one, at);
          // Merging `before` with `after` gives exactly `after`, so a merge changes nothing that the device stores.
          if (before) expect(mergeValid(doc(before), doc(after)).data).toEqual(after);
          for (const value of [after.position, after.duration, ...after.intervals.flat()])
            expect(Number.isInteger(value)).toBe(true);
          before = after;
        }
      }),
    );
  });
});

test.each([
  [0, '0\u00a0Bytes'],
  [1_023, '1023\u00a0Bytes'],
  [1_024, '1,00\u00a0KB'],
  [40_265_318, '38,40\u00a0MB'],
  [524_288_000, '500,00\u00a0MB'],
  [5_368_709_120, '5,00\u00a0GB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
