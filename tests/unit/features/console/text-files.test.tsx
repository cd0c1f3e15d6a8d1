// @vitest-environment happy-dom

import { readFileSync } from 'node:fs';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { zipSync } from 'fflate';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { readArchive } from '@/features/courses/console/archive/read-archive';
import { QuestionImport } from '@/features/courses/console/quiz-editor/question-import';
import { VttField } from '@/features/courses/console/video-edit/vtt-field';
import { decodeText } from '@/shared/text-file';

// Text files of Windows and old Mac programs keep their letters in every place that reads them.

afterEach(cleanup);

const fixture = (name: string) =>
  Uint8Array.from(readFileSync(`${import.meta.dirname}/../../../fixtures/texts/${name}`));

const text = 'WEBVTT\n\n00:00.000 --> 00:02.000\nЩе „слоим“\n';
const windows = new TextDecoder('windows-1251');
const bytesOf: Record<string, (letter: string) => number[]> = {
  'UTF-8': (letter) => [...new TextEncoder().encode(letter)],
  'UTF-16 LE': (letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8],
  'UTF-16 BE': (letter) => [letter.charCodeAt(0) >> 8, letter.charCodeAt(0) & 255],
  'windows-1251': (letter) => [
    Array.from({ length: 256 }, (_, byte) => byte).find((byte) => windows.decode(Uint8Array.of(byte)) === letter) ?? 0,
  ],
};
const encoded = (content: string, encoding: string) =>
  Uint8Array.from([...content].flatMap((letter) => bytesOf[encoding]?.(letter) ?? []));

test.each([
  ['UTF-8', ''],
  ['UTF-8', '\ufeff'],
  ['UTF-16 LE', ''],
  ['UTF-16 LE', '\ufeff'],
  ['UTF-16 BE', ''],
  ['UTF-16 BE', '\ufeff'],
  ['windows-1251', ''],
])('%s is decoded, before the text: „%s“', (encoding, mark) => {
  expect(decodeText(encoded(mark + text, encoding))).toBe(text);
  expect(decodeText(encoded(mark + text.replaceAll('\n', '\r\n'), encoding))).toBe(text);
});

test('a zero byte by mistake does not turn a text into UTF-16', () => {
  expect(decodeText(encoded(`${text.repeat(20)}\0`, 'UTF-8'))).toBe(text.repeat(20));
});

function Captions() {
  const [value, setValue] = useState('');
  return <VttField label="Надписи" hint="" value={value} onChange={setValue} />;
}

test.each([
  ['windows-1251.vtt', '1 реплика, без грешки'],
  ['utf-16.vtt', '1 реплика, без грешки'],
  ['cr-lines.vtt', '2 реплики, без грешки'],
])('the captions of %s are Cyrillic', async (name, verdict) => {
  render(<Captions />);
  await userEvent.upload(screen.getByLabelText(/^Надписи: /), new File([fixture(name)], name, { type: 'text/vtt' }));
  await screen.findByText(verdict, {}, { timeout: 10_000 });
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toContain('\nПърви слой\n');
});

test('questions in windows-1251 are Cyrillic', async () => {
  const user = userEvent.setup();
  let added = '';
  render(<QuestionImport title="" questions={[]} onAdd={([one]) => (added = one?.text ?? '')} />);
  await user.upload(
    screen.getByLabelText('Внесете CSV, GIFT или Moodle XML'),
    new File([fixture('windows-1251.gift')], 'a.gift'),
  );
  await user.click(await screen.findByRole('button', { name: /Добавете/ }, { timeout: 10_000 }));
  expect(added).toBe('Кой материал е PLA?');
});

test('a course archive keeps the letters of captions and descriptions in windows-1251', async () => {
  const lesson = {
    title: 'Първи',
    description: null,
    duration_seconds: 1,
    is_free_preview: false,
    video: null,
    poster: null,
    captions: 'c.vtt',
    chapters: null,
    files: [],
  };
  const course = {
    title: 'Калибриране',
    description: '',
    plan_type: 'basic',
    category: null,
    instructor: null,
    shape: 'cube',
    hue: 1,
    cover: null,
  };
  const json = (value: unknown) => encoded(JSON.stringify(value), 'windows-1251');
  const file = zipSync({
    'course.json': json({ format: 'sloy-course', version: 1, course, files: [], lessons: ['l.json'], quizzes: [] }),
    'l.json': json(lesson),
    'c.vtt': fixture('windows-1251.vtt'),
  });
  const { archive, faults } = await readArchive(new Blob([file.slice()]));
  expect(faults).toEqual([]);
  expect(archive?.course.title).toBe('Калибриране');
  expect(archive?.lessons[0]).toMatchObject({ title: 'Първи', captions: expect.stringContaining('\nПърви слой\n') });
});
