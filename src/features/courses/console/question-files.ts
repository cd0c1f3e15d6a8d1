// Converts questions to and from CSV and GIFT; stores nothing. Rule: importing an exported file gives equal questions. A question of an
// unsupported type is reported as an error with its line number.

import { type GIFTQuestion, parse } from 'gift-pegjs';
import Papa from 'papaparse';
import type { Question } from '@/features/console-kit/requests/rows';
import { newId } from '@/shared/new-id';
import { faultOf, type Option, optionsOf, type QuestionType, trueFalseOptions } from './requests/quizzes';

export type ImportFault =
  | { line: number; fault: 'syntax'; detail: string }
  | { line: number; fault: 'kind'; detail: string }
  | { line: number; fault: 'columns' | 'points' | 'too-many' | NonNullable<ReturnType<typeof faultOf>> };

export interface Imported {
  questions: Question[];
  faults: ImportFault[];
}

/** Maximum number of questions in one file; the first question above it is reported as an error. */
export const MOST_IN_FILE = 5_000;

const question = (type: QuestionType, text: string, options: Option[], rest: Partial<Question> = {}): Question => ({
  id: newId(),
  type,
  text,
  options,
  points: 1,
  explanation: null,
  image_url: null,
  ...rest,
});

// ── CSV ──

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

/** Detects the separator from the first line, because spreadsheets in some countries write semicolons. */
function separatorOf(text: string): string {
  const head = text.slice(0, text.search(/\n|$/));
  const counts = [',', ';', '\t'].map((separator) => head.split(separator).length);
  return [',', ';', '\t'][counts.indexOf(Math.max(...counts))] ?? ',';
}

/** @param text from `readTextFile` */
export function questionsFromCsv(text: string): Imported {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: false, delimiter: separatorOf(text) });
  const lines = linesOfRows(text);
  const questions: Question[] = [];
  const faults: ImportFault[] = [];
  const head = (data[0] ?? []).map((name) => name.trim().toLowerCase());
  const at = (name: string) => head.indexOf(name);
  if (HEAD.some((name) => at(name) < 0)) return { questions, faults: [{ line: 1, fault: 'columns' }] };
  const firstOption = head.findIndex((name) => name.startsWith('option'));
  for (const [index, row] of data.slice(1).entries()) {
    const line = lines[index + 1] ?? index + 2;
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
        .map(Number),
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
  return { questions, faults };
}

// ── GIFT ──

const escaped = (text: string) => text.replace(/[\\~=#{}:]/g, '\\$&').replaceAll('\n', '\\n');

function giftAnswers({ type, options }: Question): string {
  const right = options.filter(({ isCorrect }) => isCorrect).length;
  if (type === 'true_false') return options[0]?.isCorrect ? 'T' : 'F';
  const weight = Number((100 / right).toFixed(5));
  const answer = ({ text, isCorrect }: Option) => {
    if (type === 'multiple_choice') return `~%${isCorrect ? weight : -100}%${escaped(text)}`;
    // GIFT reads a leading percent sign as a weight, so write an explicit weight before such a text.
    const own = text.startsWith('%') ? (isCorrect ? '%100%' : '%0%') : '';
    return `${isCorrect ? '=' : '~'}${own}${escaped(text)}`;
  };
  return options.map(answer).join('\n');
}

/** Writes the points as a comment that the import reads, because GIFT has no field for them. */
export const questionsToGift = (questions: readonly Question[]): string =>
  questions
    .map((one) => {
      const explanation = one.explanation ? `\n####${escaped(one.explanation)}` : '';
      return `// points: ${one.points}\n${escaped(one.text)} {\n${giftAnswers(one)}${explanation}\n}\n`;
    })
    .join('\n');

function fromGift(parsed: GIFTQuestion, points: number): Question | string {
  if (parsed.type !== 'MC' && parsed.type !== 'TF') return parsed.type;
  const rest = { points, explanation: parsed.globalFeedback?.text.trim() || null };
  const text = parsed.stem.text.trim();
  if (parsed.type === 'TF') return question('true_false', text, trueFalseOptions(parsed.isTrue), rest);
  // An answer marked with = is correct. If no answer is marked, the answers with a positive weight are correct.
  const isWeighted = parsed.choices.every(({ isCorrect }) => !isCorrect);
  const texts = parsed.choices.map((choice) => choice.text.text.trim());
  const right = (index: number) => {
    const choice = parsed.choices[index];
    return choice !== undefined && (isWeighted ? (choice.weight ?? 0) > 0 : choice.isCorrect);
  };
  return question(isWeighted ? 'multiple_choice' : 'single', text, optionsOf(texts, right), rest);
}

/** @param text from `readTextFile` */
export function questionsFromGift(text: string): Imported {
  const lines = text.split('\n');
  const questions: Question[] = [];
  const faults: ImportFault[] = [];
  let start = 0;
  // Split at empty lines, so that a syntax error in one question does not affect the other questions.
  for (let index = 0; index <= lines.length; index += 1) {
    if (index < lines.length && lines[index]?.trim() !== '') continue;
    const block = lines.slice(start, index);
    const line = start + 1;
    start = index + 1;
    const points = Number(/^\/\/ points: (\d{1,4})$/m.exec(block.join('\n'))?.[1] ?? 1);
    if (block.every((one) => one.trim() === '' || one.trimStart().startsWith('//'))) continue;
    if (questions.length >= MOST_IN_FILE) {
      faults.push({ line, fault: 'too-many' });
      break;
    }
    try {
      for (const parsed of parse(`${block.join('\n')}\n`)) {
        if (parsed.type === 'Category') continue;
        const one = fromGift(parsed, points);
        const fault = typeof one === 'string' ? undefined : faultOf(one);
        if (typeof one === 'string') faults.push({ line, fault: 'kind', detail: one });
        else if (fault) faults.push({ line, fault });
        else questions.push(one);
      }
    } catch (error) {
      const { location, message } = error as { location?: { start: { line: number } }; message: string };
      faults.push({ line: line + (location?.start.line ?? 1) - 1, fault: 'syntax', detail: message });
    }
  }
  return { questions, faults };
}
