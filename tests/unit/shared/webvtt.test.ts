/** Captions as people and programs write them: transcript and search read what browsers show. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { webvttText } from '@/features/courses/console/text/webvtt';
import { decodeText } from '@/shared/text-file';
import { parseCues, readVtt, vttOf } from '@/shared/webvtt';

const fixture = (name: string) => decodeText(readFileSync(`${import.meta.dirname}/../../fixtures/texts/${name}`));
const cue = (start: number, end: number, text: string) => ({ start, end, text });

test.each([
  ['vtt-auto-captions-header.vtt', [cue(0, 2, 'Здравейте'), cue(2, 4, 'Днес печатаме')]],
  ['vtt-escaped-signs.vtt', [cue(0, 2, 'Дюза < 0,4\u00a0mm & слой > 0,1')]],
  ['cr-lines.vtt', [cue(0, 2, 'Първи слой'), cue(2, 4, 'Втори слой')]],
  ['vtt-no-space-around-arrow.vtt', [cue(0, 2, 'Първи слой')]],
  ['srt-renamed.vtt', [cue(0, 2, 'Първи слой'), cue(2, 4, 'Втори слой')]],
])('%s has its cues and no mistake', (name, cues) => {
  expect(readVtt(vttOf(fixture(name)))).toEqual({ cues, errors: [] });
});

test('cues without a blank line between them are two cues', () => {
  expect(readVtt('WEBVTT\n\n00:01.000 --> 00:02.000\nЕдно\n00:03.000 --> 00:04.000\nДве')).toEqual({
    cues: [cue(1, 2, 'Едно'), cue(3, 4, 'Две')],
    errors: [],
  });
});

test('SubRip captions keep their signs; fonts and positions are left out', () => {
  const srt = '\n1\n0:00:01,000 --> 0:00:02,500 X1:40\n{\\an8}<font color="red">Дюза & плот</font>\n<i>0,4 mm</i>\n';
  expect(parseCues(vttOf(srt))).toEqual([cue(1, 2.5, 'Дюза & плот 0,4 mm')]);
});

test('a text that is neither stays as it is', () => {
  for (const text of ['', 'Днес', 'WEBVTT\n\n00:00:00,000 --> 00:00:02,000\nx']) expect(vttOf(text)).toBe(text);
});

test('captions are read with and without hours, names and markup; damaged cues are skipped', () => {
  const text =
    'WEBVTT\r\n\r\nNOTE nothing\r\n\r\n1\r\n00:01.500 --> 00:03.000 line:0\r\n<v Ана>Първи</v>\r\nслой\r\n\r\n01:00:00.000 --> 01:00:02.000\nВтори\n\nbroken --> x\nтрети\n';
  expect(parseCues(text)).toEqual([
    { start: 1.5, end: 3, text: 'Първи слой' },
    { start: 3_600, end: 3_602, text: 'Втори' },
  ]);
  expect(parseCues('')).toEqual([]);
});

test('WebVTT mistakes are reported by line', () => {
  expect(readVtt('WEBVTT\n\n00:00.000 --> 00:02.000\nЗдравейте')).toEqual({
    cues: [{ start: 0, end: 2, text: 'Здравейте' }],
    errors: [],
  });
  const wrong = readVtt('WEBVTT\n\n00:05.000 --> 00:02.000\nНазад\n\n1:99 --> x\nЛошо');
  expect(wrong.errors.length).toBeGreaterThanOrEqual(2);
  expect(wrong.errors[0]?.line).toBe(3);
  expect(readVtt('не е WebVTT').errors[0]?.line).toBe(1);
  for (const { message } of wrong.errors) expect(webvttText[message], message).toMatch(/[а-я]/);
});
