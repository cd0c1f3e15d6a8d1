// @vitest-environment happy-dom

import { readFileSync } from 'node:fs';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ImportCourse } from '@/features/courses/console/courses/import-course';
import { QuestionImport } from '@/features/courses/console/quiz-editor/question-import';

// A teacher reads in Bulgarian why a file of another program is not accepted, without a code of that program.

configure({ asyncUtilTimeout: 10_000 });
// The code that reads a file loads on use, which may take longer here than the console waits.
beforeAll(async () => {
  await import('@/features/courses/console/archive/read-archive');
  await import('@/features/courses/console/archive/import-course');
  await import('@/features/courses/console/question-files/read-questions');
}, 60_000);
afterEach(cleanup);

const fixture = (path: string) => Uint8Array.from(readFileSync(`${import.meta.dirname}/../../../fixtures/${path}`));

test.each([
  [
    'gift-short-answer.gift',
    [
      /^Ред 1: не се приема: кратък отговор/,
      /^Ред 3: не се приема: отговор с число/,
      /^Ред 5: не се приема: свързване/,
    ],
  ],
  ['kinds.xml', [/не се приема: кратък отговор/, /не се приема: свободен текст/, /не се приема: текст с празни места/]],
])('%s: each kind of question that is not accepted has a sentence', async (name, sentences) => {
  const kinds = ['shortanswer', 'essay', 'cloze'];
  const question = (type: string) =>
    `<question type="${type}"><questiontext format="html"><text>Какво?</text></questiontext></question>`;
  const bytes = name.endsWith('.xml')
    ? strToU8(`<?xml version="1.0"?><quiz>${kinds.map(question).join('\n')}</quiz>`)
    : fixture(`texts/${name}`);
  render(<QuestionImport title="" questions={[]} onAdd={() => undefined} />);
  await userEvent.upload(
    screen.getByLabelText('Внесете CSV, GIFT или Moodle XML'),
    new File([bytes.slice()], name, { type: name.endsWith('.xml') ? 'text/xml' : 'text/plain' }),
  );
  const faults = within(await screen.findByRole('list', { name: 'Внасяне на въпроси' })).getAllByRole('listitem');
  expect(faults).toHaveLength(sentences.length);
  for (const [at, sentence] of sentences.entries()) {
    expect(faults[at]?.textContent).toMatch(sentence);
    expect(faults[at]?.textContent).not.toMatch(/[A-Za-z]{4,}/);
  }
});

const zip = (path: string) => zipSync({ [path]: strToU8('<x/>') });

test.each<[string, Uint8Array, string]>([
  ['курс.zip', fixture('archives/scorm12.zip'), 'imsmanifest.xml: това е пакет SCORM, а не курс на Слой'],
  ['игра.h5p', fixture('archives/h5p-renamed.zip'), 'h5p.json: това е H5P, а не курс на Слой'],
  [
    'курс.imscc',
    zipSync({ 'imsmanifest.xml': strToU8('<manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"/>') }),
    'imsmanifest.xml: това е пакет Common Cartridge, а не курс на Слой',
  ],
  ['урок.pptx', zip('ppt/presentation.xml'), 'ppt/presentation.xml: това е файл на Office, а не курс на Слой'],
])('%s can be chosen, and is named for what it is', async (name, bytes, sentence) => {
  render(<ImportCourse />);
  // Like the browser's dialog, `upload` offers only the files that the field accepts.
  await userEvent.upload(
    screen.getByLabelText('Внесете ZIP', { selector: 'input' }),
    new File([bytes.slice()], name, { type: '' }),
  );
  expect((await screen.findByText(/а не курс на Слой/)).textContent).toBe(sentence);
});
