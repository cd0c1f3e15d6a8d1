import { expect, test } from 'vitest';
import { videoFormText as text } from '@/features/console-kit/text/courses';
import { addressWords, durationWords, secondsOf } from '@/features/uploads/widgets/video-file';

test('only the https address of a video file is accepted, not that of a page', () => {
  expect(addressWords('https://cdn.test/a/lesson.MP4?token=x#t=1')).toBeUndefined();
  expect(addressWords('https://cdn.test/lesson.webm')).toBeUndefined();
  expect(addressWords('http://cdn.test/lesson.mp4')).toBe(text.urlWrong);
  const pages = [
    'https://www.youtube.com/watch?v=x.mp4',
    'https://youtu.be/x',
    'https://vimeo.com/1',
    'https://cdn.test/',
  ];
  for (const page of pages) expect(addressWords(page)).toBe(text.urlNoVideo);
});

test('a duration below zero or above eight hours is refused, and text counts as zero', () => {
  expect(['-5', '-1', '28801'].map(durationWords)).toEqual(Array(3).fill(text.durationWrong));
  expect(['', '0', '28800', 'abc'].map(durationWords)).toEqual(Array(4).fill(undefined));
  expect(['', 'abc', '61.4'].map(secondsOf)).toEqual([0, 0, 61]);
});
