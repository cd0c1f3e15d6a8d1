// Converts questions to and from GIFT; stores nothing. Rule: importing an exported file gives equal questions. A question of an
// unsupported type is reported as an error with its line number.

import { type GIFTQuestion, parse, type TextFormat } from 'gift-pegjs';
import type { Question } from '@/features/console-kit/requests/rows';
import { faultOf, type Option, optionsOf, trueFalseOptions } from '../requests/quizzes';
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

/** Signs before the answers that Moodle accepts without a backslash, although its own exports escape them. */
const STEM_SIGNS = /(\\.)|[~=#:]/gs;
const ANSWER_SIGNS = /(\\.)|:/gs;
const escapedBy = (signs: RegExp, text: string) =>
  text.replace(signs, (sign: string, pair: string | undefined) => pair ?? `\\${sign}`);

/** Escapes the signs that Moodle accepts without a backslash, but the parser does not. Numbers and comments keep their colons. */
function lenient(block: string): string {
  const [, title = '', rest = ''] =
    /^((?:\s*\/\/[^\n]*\n|\s*::(?:\\.|[^\\])*?::|\s*\$CATEGORY[^\n]*(?:\n|$)|\s*\[\w+\])*)(.*)$/s.exec(block) ?? [];
  const open = /(?<!\\)\{/.exec(rest)?.index ?? rest.length;
  const answers = rest.slice(open);
  const isNumber = /^\{\s*#(?!#)/.test(answers);
  return title + escapedBy(STEM_SIGNS, rest.slice(0, open)) + (isNumber ? answers : escapedBy(ANSWER_SIGNS, answers));
}

interface Read {
  question: Question;
  lost: Set<Lost['lost']>;
}

function fromGift(parsed: GIFTQuestion, points: number): Read | string {
  if (parsed.type !== 'MC' && parsed.type !== 'TF') return parsed.type;
  const lost: Read['lost'] = new Set();
  const wordsOf = (part: TextFormat | null): string => {
    if (part?.format !== 'html') return part?.text.trim() ?? '';
    const { text, pictures } = plainText(part.text);
    if (pictures) lost.add('pictures');
    return text;
  };
  const text = wordsOf(parsed.stem);
  const general = wordsOf(parsed.globalFeedback);
  if (parsed.type === 'TF') {
    const options = trueFalseOptions(parsed.isTrue);
    // The first feedback of the format belongs to the wrong answer, whatever the parser calls it.
    const [wrong, right] = [wordsOf(parsed.trueFeedback), wordsOf(parsed.falseFeedback)];
    const answers = options.map((option) => ({ text: option.text, feedback: option.isCorrect ? right : wrong }));
    return {
      question: question('true_false', text, options, { points, explanation: explanationOf(answers, general) }),
      lost,
    };
  }
  // `=` marks the correct answer. Without it, weights decide: the answer with 100 %, or else every answer with a positive weight.
  const isWeighted = parsed.choices.every(({ isCorrect }) => !isCorrect);
  const isSingle = !isWeighted || parsed.choices.filter(({ weight }) => weight === 100).length === 1;
  const right = (index: number) => {
    const choice = parsed.choices[index];
    if (!choice) return false;
    if (!isWeighted) return choice.isCorrect && !isPartial(choice.weight ?? 100);
    return isSingle ? choice.weight === 100 : (choice.weight ?? 0) > 0;
  };
  const weights = parsed.choices.map(({ weight }) => weight ?? 0).filter(isPartial);
  if (isSingle ? weights.length : new Set(weights).size > 1) lost.add('partial');
  const answers = parsed.choices.map((choice) => ({ text: wordsOf(choice.text), feedback: wordsOf(choice.feedback) }));
  const options = optionsOf(
    answers.map((answer) => answer.text),
    right,
  );
  // One correct answer that was written with a weight is still a question with several correct answers, as the export writes it.
  const type = isWeighted && !(isSingle && weights.length) ? 'multiple_choice' : 'single';
  return { question: question(type, text, options, { points, explanation: explanationOf(answers, general) }), lost };
}

/** Reads questions from a GIFT file. @param text the decoded text of the file (`readTextFile`) */
export function questionsFromGift(text: string): Imported {
  const lines = text.split('\n');
  const questions: Question[] = [];
  const faults: ImportFault[] = [];
  const lost: Lost[] = [];
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
      for (const parsed of parse(`${lenient(block.join('\n'))}\n`)) {
        if (parsed.type === 'Category') continue;
        const one = fromGift(parsed, points);
        if (typeof one === 'string') {
          faults.push({ line, fault: 'kind', detail: one });
          continue;
        }
        const fault = faultOf(one.question);
        if (fault) {
          faults.push({ line, fault });
          continue;
        }
        questions.push(one.question);
        lost.push(...[...one.lost].map((part) => ({ line, lost: part })));
      }
    } catch (error) {
      const { location } = error as { location?: { start: { line: number } } };
      faults.push({ line: line + (location?.start.line ?? 1) - 1, fault: 'syntax' });
    }
  }
  return { questions, faults, lost };
}
