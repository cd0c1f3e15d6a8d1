// Reads questions from an XML export of Moodle; stores nothing.

import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { cleanText } from '@/shared/clean-text';
import { faultOf, optionsOf, trueFalseOptions } from '../requests/quizzes';
import {
  explanationOf,
  type Imported,
  type ImportFault,
  isPartial,
  type Lost,
  MOST_IN_FILE,
  question,
} from './imported';
import { plainText } from './plain-text';

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
  line: number;
}

const elementOf = (name: string, attributes: Record<string, string>, line: number): Element => ({
  name,
  attributes,
  children: [],
  text: '',
  line,
});

/** @throws Error with `line` at the first fault of the syntax */
function treeOf(text: string): Element {
  const root = elementOf('', {}, 1);
  const open = [root];
  const parser = new SaxesParser();
  const add = (part: string) => {
    const last = open.at(-1);
    if (last) last.text += part;
  };
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    const one = elementOf(name, attributes, parser.line);
    open.at(-1)?.children.push(one);
    open.push(one);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('error', (error) => {
    throw Object.assign(error, { line: parser.line });
  });
  parser.write(text).close();
  return root;
}

const child = (of: Element, name: string) => of.children.find((one) => one.name === name);
const textOf = (of: Element, name: string) => {
  const one = child(of, name);
  return ((one && child(one, 'text')?.text) || one?.text || '').trim();
};

/** Converts one question. A question with one right answer marks it with 100 %, a question with several marks each with a positive percentage. */
function readQuestion(one: Element, fail: (fault: ImportFault) => void, lose: (lost: Lost['lost']) => void) {
  const { line } = one;
  const type = one.attributes.type ?? '';
  if (type !== 'multichoice' && type !== 'truefalse') return fail({ line, fault: 'kind', detail: type });
  const points = Number(textOf(one, 'defaultgrade') || 1);
  if (!Number.isInteger(points) || points < 0 || points > 1_000) return fail({ line, fault: 'points' });
  const words = (part: Element | undefined): string => {
    const written = part && (child(part, 'text')?.text ?? part.text);
    if (!written) return '';
    const format = part.attributes.format ?? 'moodle_auto_format';
    if (format !== 'html' && format !== 'moodle_auto_format') return cleanText(written.trim());
    const { text, pictures } = plainText(written);
    if (pictures) lose('pictures');
    return cleanText(text);
  };
  const given = one.children
    .filter(({ name }) => name === 'answer')
    .map((answer) => ({
      text: words(answer),
      percent: Number(answer.attributes.fraction ?? 0),
      feedback: words(child(answer, 'feedback')),
    }));
  const text = words(child(one, 'questiontext'));
  const general = words(child(one, 'generalfeedback'));
  if (type === 'truefalse') {
    const options = trueFalseOptions(given.some((answer) => answer.percent === 100 && answer.text === 'true'));
    const answers = options.map((option, index) => ({
      text: option.text,
      feedback: given.find((answer) => (answer.text === 'true') === (index === 0))?.feedback ?? '',
    }));
    return question('true_false', text, options, { points, explanation: explanationOf(answers, general) });
  }
  const isSingle = !['false', '0'].includes(textOf(one, 'single'));
  const parts = given.map(({ percent }) => percent).filter(isPartial);
  if (isSingle ? parts.length : new Set(parts).size > 1) lose('partial');
  const options = optionsOf(
    given.map((answer) => answer.text),
    (index) => (given[index]?.percent ?? 0) >= (isSingle ? 100 : Number.MIN_VALUE),
  );
  return question(isSingle ? 'single' : 'multiple_choice', text, options, {
    points,
    explanation: explanationOf(given, general),
  });
}

/** Reads questions from Moodle's XML. @param text the decoded text of the file (`readTextFile`) */
export function questionsFromMoodleXml(text: string): Imported {
  const imported: Imported = { questions: [], faults: [], lost: [] };
  let quiz: Element | undefined;
  try {
    quiz = child(treeOf(text.replace(/<\?xml[^>]*\?>/, '')), 'quiz');
  } catch (error) {
    return { ...imported, faults: [{ line: (error as { line?: number }).line ?? 1, fault: 'syntax' }] };
  }
  if (!quiz) return { ...imported, faults: [{ line: 1, fault: 'not-moodle' }] };
  for (const one of quiz.children) {
    if (one.name !== 'question' || one.attributes.type === 'category') continue;
    const { line } = one;
    if (imported.questions.length >= MOST_IN_FILE) {
      imported.faults.push({ line, fault: 'too-many' });
      break;
    }
    const lost = new Set<Lost['lost']>();
    const read = readQuestion(
      one,
      (fault) => void imported.faults.push(fault),
      (part) => lost.add(part),
    );
    if (!read) continue;
    const fault = faultOf(read);
    if (fault) {
      imported.faults.push({ line, fault });
      continue;
    }
    imported.questions.push(read);
    imported.lost.push(...[...lost].map((part) => ({ line, lost: part })));
  }
  return imported;
}
