// @vitest-environment happy-dom

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Question } from '@/features/console-kit/requests/rows';
import { questionsFromCsv, questionsToCsv } from '@/features/courses/console/question-files/csv';
import { questionsFromGift, questionsToGift } from '@/features/courses/console/question-files/gift';
import { readQuestions } from '@/features/courses/console/question-files/read-questions';
import { faultOf, type QuestionType, trueFalseOptions } from '@/features/courses/console/requests/quizzes';
import { decodeText } from '@/shared/text-file';

/** The text as the import reads it from a file. */
const asFile = (text: string) => decodeText(new TextEncoder().encode(text));

const essence = ({ type, text, points, explanation, options }: Question) => ({
  type,
  text,
  points,
  explanation,
  options: options.map((option) => [option.text, option.isCorrect]),
});

const words = fc
  .string({ unit: fc.constantFrom(...'абвxyz 01:=~#{}\\%/\'",;\n-+@[]*'), minLength: 1, maxLength: 20 })
  // The GIFT format collapses consecutive spaces.
  .map((text) =>
    text
      .trim()
      .replaceAll(/\s*\n\s*/g, '\n')
      .replaceAll(/ +/g, ' '),
  )
  .filter((text) => text !== '' && !text.startsWith('//') && !text.startsWith('::') && !text.startsWith('['));

const question: fc.Arbitrary<Question> = fc
  .record({
    type: fc.constantFrom<QuestionType>('multiple_choice', 'single', 'true_false'),
    text: words,
    points: fc.integer({ min: 0, max: 1000 }),
    explanation: fc.option(words),
    texts: fc.array(words, { minLength: 2, maxLength: 6 }),
    right: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  })
  .map(({ type, text, points, explanation, texts, right }) => {
    const first = Math.max(0, right.slice(0, texts.length).indexOf(true));
    const isRight = (index: number) => (type === 'single' ? index === first : index === first || right[index] === true);
    const options =
      type === 'true_false'
        ? trueFalseOptions(right[0] === true)
        : texts.map((option, index) => ({ id: `o${index + 1}`, text: option, isCorrect: isRight(index) }));
    return { id: text, type, text, points, explanation, image_url: null, options };
  });

test('exporting and importing questions as CSV gives equal questions', () => {
  fc.assert(
    fc.property(fc.array(question, { minLength: 1, maxLength: 5 }), (questions) => {
      const { questions: back, faults } = questionsFromCsv(asFile(questionsToCsv(questions)));
      expect(faults).toEqual([]);
      expect(back.map(essence)).toEqual(questions.map(essence));
    }),
  );
});

test('exporting and importing questions as GIFT gives equal questions', () => {
  fc.assert(
    fc.property(fc.array(question, { minLength: 1, maxLength: 5 }), (questions) => {
      const { questions: back, faults, lost } = questionsFromGift(asFile(questionsToGift(questions)));
      expect([faults, lost]).toEqual([[], []]);
      expect(back.map(essence)).toEqual(questions.map(essence));
    }),
  );
});

test('no exported cell is a formula for a spreadsheet', () => {
  const risky = ['=1+1', '+1+1', '-2+3', '@SUM(A1)', '\t=1', ' =1', 'а\n=1', '＝1'];
  const options = risky.map((text, index) => ({ id: `o${index}`, text, isCorrect: index === 0 }));
  const csv = questionsToCsv([
    { id: '1', type: 'single', text: '=HYPERLINK("x")', points: 1, explanation: null, image_url: null, options },
  ]);
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
  for (const cell of csv.split('\n')[1]?.split(',') ?? []) expect(cell).not.toMatch(/^"?[\s]*[=+@＝]/);
  expect(csv).toContain("'-2+3");
});

test('bad lines of a file are reported, and the others are read', () => {
  const csv = [
    'type,question,points,explanation,correct,option_1,option_2',
    'single,Кое е PLA?,2,,1,пластмаса,метал',
    'essay,Разкажете,1,,,а,б',
    'single,"Ред 1\nред 2",1,,1,а,б',
    'single,Без верен,1,,,а,б',
    'single,Един отговор,1,,1,а,',
    'single,Точки,1.5,,1,а,б',
    'single,Двама верни,1,,1;2,а,б',
    ',,,,,,',
  ].join('\r\n');
  const { questions, faults } = questionsFromCsv(asFile(csv));
  expect(questions.map(({ text }) => text)).toEqual(['Кое е PLA?', 'Ред 1\nред 2']);
  expect(faults.map(({ line, fault }) => [line, fault])).toEqual([
    [3, 'kind'],
    [6, 'no-right'],
    [7, 'few-options'],
    [8, 'points'],
    [9, 'several-right'],
  ]);
  expect(questionsFromCsv('a,b\n1,2').faults).toEqual([{ line: 1, fault: 'columns' }]);
});

test('GIFT: single, weighted and true/false questions are read, other types are rejected with their line', () => {
  const gift = [
    '// преди',
    'Кое е PLA? { =пластмаса ~метал ####Така е }',
    '',
    'Кои са материали? { ~%50%PLA ~%50%PETG ~%-100%Вода }',
    '',
    'Земята е кръгла {T}',
    '',
    'Колко? {#5:1}',
    '',
    'Напишете {}',
    '',
    'Счупен { =а ~б',
    '',
    'Накрая {F}',
  ].join('\n');
  const { questions, faults } = questionsFromGift(gift);
  expect(questions.map(({ type }) => type)).toEqual(['single', 'multiple_choice', 'true_false', 'true_false']);
  expect(questions[0]?.explanation).toBe('Така е');
  expect(questions[1]?.options.map(({ isCorrect }) => isCorrect)).toEqual([true, true, false]);
  expect(faults.map(({ line, fault }) => [line, fault])).toEqual([
    [8, 'kind'],
    [10, 'kind'],
    [13, 'syntax'],
  ]);
});

test('5,000 questions are read', () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => `single,Въпрос ${index},1,,1,да,не`);
  const csv = ['type,question,points,explanation,correct,option_1,option_2', ...rows].join('\n');
  expect(questionsFromCsv(csv).questions).toHaveLength(5_000);
});

test('reasons why a question cannot be answered', () => {
  const base: Question = {
    id: '1',
    type: 'single',
    text: 'Т',
    points: 1,
    explanation: null,
    image_url: null,
    options: trueFalseOptions(true),
  };
  expect(faultOf(base)).toBeUndefined();
  expect(faultOf({ ...base, text: ' ' })).toBe('no-text');
  expect(faultOf({ ...base, text: '\u200b\t\u2060' })).toBe('no-text');
  expect(faultOf({ ...base, options: base.options.map((option) => ({ ...option, text: '\u200d' })) })).toBe(
    'few-options',
  );
  expect(faultOf({ ...base, options: base.options.slice(0, 1) })).toBe('few-options');
  expect(faultOf({ ...base, options: base.options.map((option) => ({ ...option, isCorrect: false })) })).toBe(
    'no-right',
  );
  const both = base.options.map((option) => ({ ...option, isCorrect: true }));
  expect(faultOf({ ...base, options: both })).toBe('several-right');
  expect(faultOf({ ...base, type: 'multiple_choice', options: both })).toBeUndefined();
});

const told = ({ questions, faults, lost }: Awaited<ReturnType<typeof readQuestions>>) => ({
  questions: questions.map(({ type, text, explanation, options }) => [
    type,
    text,
    explanation,
    options.map((option) => `${option.isCorrect ? '=' : '~'}${option.text}`).join(' '),
  ]),
  faults: faults.map((one) => [one.line, one.fault === 'kind' ? one.detail : one.fault]),
  lost: lost.map(({ line, lost: part }) => [line, part]),
});

const folder = `${import.meta.dirname}/../../../../fixtures/texts`;
const fixture = (name: string) => readQuestions(new File([Uint8Array.from(readFileSync(`${folder}/${name}`))], name));

const layer = ['single', 'Какво е слой?', null, '=Ниво ~Винт'];

test.each([
  ['gift-colon-in-text.gift', [['single', 'Въпрос: кое е вярно?', null, '=да ~не']], [], []],
  [
    'gift-answer-feedback.gift',
    [
      [
        'single',
        'Кой материал се печата най-лесно?',
        'PLA: Точно така, малко свиване.\nABS: Свива се и иска камера.\nPETG: Почти, тегли конци.\nВижте урока за материалите.',
        '=PLA ~ABS ~PETG',
      ],
    ],
    [],
    [[1, 'partial']],
  ],
  [
    'gift-moodle-html.gift',
    [['single', 'Колко е обичайната височина на слоя?', '0,2 mm: Да', '=0,2 mm ~2 mm ~20 mm']],
    [],
    [],
  ],
  [
    'gift-short-answer.gift',
    [],
    [
      [1, 'Short'],
      [3, 'Numerical'],
      [5, 'Matching'],
    ],
    [],
  ],
  ['quiz-excel-sep-line.csv', [layer], [], []],
  ['quiz-letters-as-answers.csv', [layer], [], []],
  [
    'moodle.xml',
    [
      ['single', 'Колко е слоят?\nВ mm', '0,2: Точно\nВижте урока.', '=0,2 ~2 ~0,4'],
      ['multiple_choice', 'Кои са нишки?', null, '=PLA =PETG ~Вода'],
      ['true_false', 'PLA < ABS по температура', 'Невярно: Обратното', '=Вярно ~Невярно'],
    ],
    [
      [31, 'shortanswer'],
      [35, 'matching'],
    ],
    [
      [6, 'pictures'],
      [6, 'partial'],
    ],
  ],
])('questions of %s', async (name, questions, faults, lost) => {
  expect(told(await fixture(name))).toEqual({ questions, faults, lost });
});

test('GIFT: the signs that Moodle reads without a backslash, pictures and the feedback of true/false', async () => {
  const gift = [
    'Кое е a = b # 2: ~1? {=x: y ~z}',
    '',
    '[html]<p>Снимка <img src\\="a.png"></p> {T#не#да}',
    '',
    'Кое? {~%100%цялото ~%50%половината}',
  ].join('\n');
  expect(told(questionsFromGift(gift))).toEqual({
    questions: [
      ['single', 'Кое е a = b # 2: ~1?', null, '=x: y ~z'],
      ['true_false', 'Снимка', 'Вярно: да\nНевярно: не', '=Вярно ~Невярно'],
      ['single', 'Кое?', null, '=цялото ~половината'],
    ],
    faults: [],
    lost: [
      [3, 'pictures'],
      [5, 'partial'],
    ],
  });
});

test('CSV: blank first lines, Bulgarian letters, UTF-16 of both byte orders; lines are counted as in the file', async () => {
  const csv =
    '\n\nsep=;\n;;\ntype;question;points;explanation;correct;option_1;option_2\nsingle;Какво е слой?;1;;Б;Винт;Ниво\nsingle;Без;1;;;а;б';
  const bytes = [...`\ufeff${csv}`].flatMap((letter) => [letter.charCodeAt(0) >> 8, letter.charCodeAt(0) & 255]);
  const swapped = bytes.map((_, at) => bytes[at ^ 1] ?? 0);
  for (const content of [bytes, swapped]) {
    expect(told(await readQuestions(new File([Uint8Array.from(content)], 'a.csv')))).toEqual({
      questions: [['single', 'Какво е слой?', null, '~Винт =Ниво']],
      faults: [[7, 'no-right']],
      lost: [],
    });
  }
});

test('an XML file that is not questions of Moodle is refused', async () => {
  const read = async (content: string) => told(await readQuestions(new File([content], 'a.xml'))).faults;
  expect(await read('<?xml version="1.0"?><svg/>')).toEqual([[1, 'not-moodle']]);
  expect(await read('<quiz>\n<question></quiz>')).toEqual([[2, 'syntax']]);
});
