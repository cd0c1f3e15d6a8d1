import type { Question } from '@/features/console-kit/requests/rows';
import { newId } from '@/shared/new-id';
import type { faultOf, Option, QuestionType } from '../requests/quizzes';

export type ImportFault =
  | { line: number; fault: 'kind'; detail: string }
  | {
      line: number;
      fault: 'syntax' | 'not-moodle' | 'columns' | 'points' | 'too-many' | NonNullable<ReturnType<typeof faultOf>>;
    };

/** A part of an accepted question that quizzes here do not have. */
export interface Lost {
  line: number;
  lost: 'pictures' | 'partial';
}

export interface Imported {
  questions: Question[];
  /** Questions that were not accepted. */
  faults: ImportFault[];
  lost: Lost[];
}

/** Maximum number of questions in one file; the first question above it is reported as an error. */
export const MOST_IN_FILE = 5_000;

export const question = (
  type: QuestionType,
  text: string,
  options: Option[],
  rest: Partial<Question> = {},
): Question => ({
  id: newId(),
  type,
  text,
  options,
  points: 1,
  explanation: null,
  image_url: null,
  ...rest,
});

/** A question has one explanation here: the feedback of each answer, under its answer's text, and the general feedback. */
export const explanationOf = (answers: readonly { text: string; feedback: string }[], general: string): string | null =>
  [...answers.flatMap(({ text, feedback }) => (feedback ? [`${text}: ${feedback}`] : [])), general]
    .filter(Boolean)
    .join('\n') || null;

/** Whether an answer brings a part of the points, which quizzes here never give. */
export const isPartial = (percent: number): boolean => percent > 0 && percent < 100;
