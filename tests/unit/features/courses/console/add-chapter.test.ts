/** A chapter that is set at the current second of the video fits between the others. */
import { expect, test } from 'vitest';
import { addChapter } from '@/features/courses/console/video-edit/add-chapter';
import { readVtt } from '@/shared/webvtt';

const title = (number: number) => `Глава ${number}`;
const add = (vtt: string, ...seconds: number[]) =>
  seconds.reduce((text, second) => addChapter(text, second, title, 90) ?? 'none', vtt);
const chapters = (vtt: string) => {
  const { cues, errors } = readVtt(vtt, 'chapters');
  expect(errors).toEqual([]);
  return cues.map(({ start, end, text }) => [start, end, text]);
};

test('chapters in any order divide the video', () => {
  expect(chapters(add('', 0, 60, 30))).toEqual([
    [0, 30, 'Глава 1'],
    [30, 60, 'Глава 2'],
    [60, 90, 'Глава 2'],
  ]);
});

test('the names and signs of the other chapters stay, and a gap is filled up to the next chapter', () => {
  const vtt = 'WEBVTT\n\n00:00.000 --> 00:10.500\nДюза &lt; 0,4 &amp; слой\n\n00:40.000 --> 00:50.000\nКрай\n';
  expect(chapters(add(vtt, 20))).toEqual([
    [0, 10.5, 'Дюза < 0,4 & слой'],
    [20, 40, 'Глава 2'],
    [40, 50, 'Край'],
  ]);
});

test('a chapter after the end has a length; a second chapter at the same time and a text with mistakes change nothing', () => {
  expect(chapters(add('', 90))).toEqual([[90, 91, 'Глава 1']]);
  expect(add('', 30, 30)).toBe('none');
  expect(add('WEBVTT\n\n00:05.000 --> 00:02.000\nНазад\n', 1)).toBe('none');
});
