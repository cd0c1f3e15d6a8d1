/**
 * The order of questions and options in an attempt.
 * Guarantees: the order is the same on every device and after every restart, and is always a permutation of the quiz's questions.
 * Rule: derive the order from the attempt's id alone, so that the order need not be stored or sent.
 */
import type { OptionRow, QuestionRow, QuizRow } from '@/shared/rows';

/** Seeded random numbers in [0, 1): mulberry32, which starts with the FNV-1a hash of the seed. */
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

/** Fisher–Yates shuffle with seeded random numbers; does not change the input. */
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

/** Graded quizzes are always shuffled. */
export const isShuffled = ({ shuffle, graded }: Pick<QuizRow, 'shuffle' | 'graded'>): boolean =>
  shuffle || graded === true;

export function questionsInOrder(
  quiz: Pick<QuizRow, 'questions' | 'shuffle' | 'graded'>,
  attemptId: string,
): QuestionRow[] {
  const inOrder = [...quiz.questions].sort(byPosition);
  // Sort by id before shuffling, so that a question that is moved in the editor does not change the order in a running attempt.
  return isShuffled(quiz)
    ? shuffled(
        inOrder.sort((a, b) => (a.id < b.id ? -1 : 1)),
        attemptId,
      )
    : inOrder;
}

/** The options of a question in display order. The options „true“ and „false“ always keep their order, as people expect. */
export function optionsInOrder(
  question: Pick<QuestionRow, 'id' | 'type' | 'options'>,
  shuffle: boolean,
  attemptId: string,
): OptionRow[] {
  return shuffle && question.type !== 'true_false'
    ? shuffled(question.options, `${attemptId}:${question.id}`)
    : [...question.options];
}

/** Index of the question at which an attempt continues: the question `remembered` if it exists, else the first without an answer, else the last. */
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
