/**
 * The order in which an attempt shows its questions and their options.
 * Guarantees: the same for an attempt on every device and after every restart; always a permutation of what the quiz has.
 * Rule: the order comes from the attempt's id alone, so that nothing about it is stored or sent.
 */
import type { OptionRow, QuestionRow, QuizRow } from './rows';

/** Numbers in [0, 1) that the seed decides: FNV-1a into mulberry32. */
function randomOf(seed: string): () => number {
  let state = 2_166_136_261;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Fisher and Yates's shuffle with the seed's numbers; the input stays as it is. */
export function shuffled<T>(list: readonly T[], seed: string): T[] {
  const result = [...list];
  const random = randomOf(seed);
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const item = result[i] as T;
    result[i] = result[j] as T;
    result[j] = item;
  }
  return result;
}

const byPosition = (a: QuestionRow, b: QuestionRow) => a.order_position - b.order_position || (a.id < b.id ? -1 : 1);

/** A graded quiz is always shuffled. */
export const isShuffled = ({ shuffle, graded }: Pick<QuizRow, 'shuffle' | 'graded'>): boolean =>
  shuffle || graded === true;

export function questionsInOrder(
  quiz: Pick<QuizRow, 'questions' | 'shuffle' | 'graded'>,
  attemptId: string,
): QuestionRow[] {
  const inOrder = [...quiz.questions].sort(byPosition);
  // Sorted by id before shuffling: a question that the author moves must not deal the cards anew in the middle of an attempt.
  return isShuffled(quiz)
    ? shuffled(
        inOrder.sort((a, b) => (a.id < b.id ? -1 : 1)),
        attemptId,
      )
    : inOrder;
}

/** True and false keep their places: people expect them there. */
export function optionsInOrder(
  question: Pick<QuestionRow, 'id' | 'type' | 'options'>,
  shuffle: boolean,
  attemptId: string,
): OptionRow[] {
  return shuffle && question.type !== 'true_false'
    ? shuffled(question.options, `${attemptId}:${question.id}`)
    : [...question.options];
}

/** Where an attempt goes on: at the remembered question if the quiz still has it, else at the first without an answer, else at the last. */
export function placeIn(
  questions: readonly QuestionRow[],
  answers: Readonly<Record<string, { options: readonly string[] }>>,
  remembered?: string,
): number {
  const kept = questions.findIndex(({ id }) => id === remembered);
  if (kept >= 0) return kept;
  const unanswered = questions.findIndex(({ id }) => !answers[id]?.options.length);
  return unanswered >= 0 ? unanswered : Math.max(0, questions.length - 1);
}
