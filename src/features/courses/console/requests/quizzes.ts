import * as v from 'valibot';
import { change } from '@/features/console-kit/queries';
import { ask, call, parse } from '@/features/console-kit/requests/console-client';
import { isUuid } from '@/features/console-kit/requests/course-id';
import {
  type FullQuiz,
  fullQuiz,
  type Question,
  type QuizRow,
  questionRow,
  quizRow,
} from '@/features/console-kit/requests/rows';
import { isBlank } from '@/shared/is-blank';
import { ANSWER_OPTIONS, QUESTION_LENGTH } from '@/shared/limits';

export type Option = Question['options'][number];
export type QuestionType = Question['type'];

/** Loads a quiz, even from the trash, with its draft questions ordered by position. @returns null if the quiz does not exist */
export async function loadQuiz(id: string): Promise<FullQuiz | null> {
  if (!isUuid(id)) return null;
  const [quiz, questions] = await Promise.all([
    ask((client, signal) => client.from('tests').select().eq('id', id).abortSignal(signal).maybeSingle()),
    ask((client, signal) =>
      client.from('test_questions').select().eq('test_id', id).order('order_position').abortSignal(signal),
    ),
  ]);
  return quiz && { ...quiz, questions: parse(v.array(questionRow), questions) };
}

export type QuizFields = Pick<
  QuizRow,
  'title' | 'emoji' | 'description' | 'passing_score' | 'time_limit' | 'shuffle' | 'max_attempts' | 'graded'
>;

/** Saves the draft of a quiz with all its questions in one transaction. */
export const saveQuiz = (
  id: string,
  version: number | null,
  quiz: QuizFields & { course_id: string; video_id: string | null },
  questions: readonly Question[],
) =>
  change(['tests'], () =>
    call('save_test', { p_id: id, p_version: version, p_test: quiz, p_questions: [...questions] }, fullQuiz),
  );

/** Publishes the draft as the version that learners receive. */
export const publishQuiz = (id: string, version: number) =>
  change(['tests'], () => call('publish_test', { p_test: id, p_version: version }, v.object({ version: v.number() })));

export const unpublishQuiz = (id: string, version: number) =>
  change(['tests'], () => call('unpublish_test', { p_test: id, p_version: version }, quizRow));

/** Texts of the two options of a true / false question. */
const trueFalse = ['Вярно', 'Невярно'] as const;

export const optionsOf = (texts: readonly string[], right: (index: number) => boolean): Option[] =>
  texts.map((text, index) => ({ id: `o${index + 1}`, text, isCorrect: right(index) }));

export const trueFalseOptions = (isTrue: boolean): Option[] =>
  optionsOf(trueFalse, (index) => (index === 0) === isTrue);

/** The reason why learners cannot answer a question; undefined if they can. */
export function faultOf({
  text,
  type,
  options,
}: Question): 'no-text' | 'long-text' | 'few-options' | 'no-right' | 'several-right' | undefined {
  if (isBlank(text)) return 'no-text';
  if (text.length > QUESTION_LENGTH) return 'long-text';
  if (options.length < 2 || options.length > ANSWER_OPTIONS || options.some((option) => isBlank(option.text)))
    return 'few-options';
  const right = options.filter(({ isCorrect }) => isCorrect).length;
  if (right === 0) return 'no-right';
  return type !== 'multiple_choice' && right > 1 ? 'several-right' : undefined;
}

/** The certificates that require a quiz, which the server therefore treats as graded, even if a certificate is in the trash. */
export const certificatesOfQuiz = async (id: string) =>
  parse(
    v.array(v.object({ minimum_score: v.number(), certificate: v.object({ id: v.string(), title: v.string() }) })),
    await ask((client, signal) =>
      client
        .from('certificate_requirements')
        .select('minimum_score, certificate:certificates(id, title)')
        .eq('test_id', id)
        .abortSignal(signal),
    ),
  );
