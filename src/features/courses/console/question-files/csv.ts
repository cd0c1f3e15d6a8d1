// Converts questions to and from CSV; stores nothing. Rule: importing an exported file gives equal questions.

import Papa from 'papaparse';
import type { Question } from '@/features/console-kit/requests/rows';
import { faultOf, optionsOf, type QuestionType } from '../requests/quizzes';
import { type Imported, type ImportFault, MOST_IN_FILE, question } from './imported';

const HEAD = ['type', 'question', 'points', 'explanation', 'correct'];
const types: readonly string[] = ['multiple_choice', 'true_false', 'single'];

const FORMULA = /^[\s\u00a0\u200b\u3000]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/m;
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;
const isRisky = (text: string) => !NUMBER.test(text) && FORMULA.test(text.replace(/^'+/, ''));
/** An apostrophe before the text keeps spreadsheets from running it as a formula. The import removes exactly this apostrophe. */
const guarded = (text: string) => (isRisky(text) ? `'${text}` : text);
const unguarded = (text: string) => (text.startsWith("'") && isRisky(text) ? text.slice(1) : text);

export function questionsToCsv(questions: readonly Question[]): string {
  const most = Math.max(0, ...questions.map(({ options }) => options.length));
  const head = [...HEAD, ...Array.from({ length: most }, (_, index) => `option_${index + 1}`)];
  const rows = questions.map(({ type, text, points, explanation, options }) => [
    type,
    guarded(text),
    String(points),
    guarded(explanation ?? ''),
    options.flatMap(({ isCorrect }, index) => (isCorrect ? [index + 1] : [])).join(';'),
    ...options.map((option) => guarded(option.text)),
  ]);
  return `\ufeff${Papa.unparse([head, ...rows], { newline: '\r\n' })}\r\n`;
}

/** The line number where each row starts; rows and lines differ, because a quoted cell may contain line breaks. */
function linesOfRows(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let start = 1;
  let quoted = false;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    if (char !== '\n') continue;
    line += 1;
    if (quoted) continue;
    lines.push(start);
    start = line;
  }
  return [...lines, start];
}

/** Detects the separator from the line of the column names, because spreadsheets in some countries write semicolons. */
function separatorOf(text: string): string {
  const head = text.trimStart().split('\n', 1)[0] ?? '';
  const counts = [',', ';', '\t'].map((separator) => head.split(separator).length);
  return [',', ';', '\t'][counts.indexOf(Math.max(...counts))] ?? ',';
}

/** A right answer may be a letter: Latin, or Cyrillic in the order of the Bulgarian alphabet. */
const LETTERS = ['abcdefghijklmnopqrstuvwxyz', 'абвгдежзийклмнопрстуфхцчшщъьюя'];

const numberOf = (answer: string): number => {
  const letter = answer.toLowerCase().replace(/[.)]$/, '');
  const place = letter.length === 1 ? Math.max(...LETTERS.map((letters) => letters.indexOf(letter))) : -1;
  return place < 0 ? Number(answer) : place + 1;
};

/** Reads questions from a CSV file. @param written the decoded text of the file (`readTextFile`) */
export function questionsFromCsv(written: string): Imported {
  const separator = /^\s*"?sep=(.)"?[,;\t]*(?=\n|$)/i.exec(written);
  // Keep the line end of the removed line, so that lines are counted as in the file.
  const text = separator
    ? '\n'.repeat(separator[0].split('\n').length - 1) + written.slice(separator[0].length)
    : written;
  const { data } = Papa.parse<string[]>(text, {
    skipEmptyLines: false,
    delimiter: separator?.[1] ?? separatorOf(text),
  });
  const lines = linesOfRows(text);
  const questions: Question[] = [];
  const faults: ImportFault[] = [];
  const top = Math.max(
    0,
    data.findIndex((row) => row.some((cell) => cell.trim())),
  );
  const head = (data[top] ?? []).map((name) => name.trim().toLowerCase());
  const at = (name: string) => head.indexOf(name);
  if (HEAD.some((name) => at(name) < 0))
    return { questions, faults: [{ line: lines[top] ?? 1, fault: 'columns' }], lost: [] };
  const firstOption = head.findIndex((name) => name.startsWith('option'));
  for (const [index, row] of data.slice(top + 1).entries()) {
    const line = lines[index + top + 1] ?? index + top + 2;
    if (row.every((cell) => !cell.trim())) continue;
    if (index >= MOST_IN_FILE) {
      faults.push({ line, fault: 'too-many' });
      break;
    }
    const cell = (name: string) => unguarded((row[at(name)] ?? '').trim());
    const type = cell('type').toLowerCase() || 'multiple_choice';
    if (!types.includes(type)) {
      faults.push({ line, fault: 'kind', detail: type });
      continue;
    }
    const points = cell('points') === '' ? 1 : Number(cell('points'));
    if (!Number.isInteger(points) || points < 0 || points > 1_000) {
      faults.push({ line, fault: 'points' });
      continue;
    }
    const right = new Set(
      cell('correct')
        .split(/[;,\s]+/)
        .map(numberOf),
    );
    const texts = (firstOption < 0 ? [] : row.slice(firstOption)).map((option) => unguarded(option.trim()));
    while (texts.length && texts.at(-1) === '') texts.pop();
    const options = optionsOf(texts, (place) => right.has(place + 1));
    const one = question(type as QuestionType, cell('question'), options, {
      points,
      explanation: cell('explanation') || null,
    });
    const fault = faultOf(one);
    if (fault) faults.push({ line, fault });
    else questions.push(one);
  }
  return { questions, faults, lost: [] };
}
