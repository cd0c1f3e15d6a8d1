/**
 * Scores an attempt on the device with digests of the right answers; the server scores it again and is the authority.
 * Guarantees: a question is right only if exactly the right options are chosen (specification). Pure, apart from the digest.
 * Rule: rows contain no right options, only `answer_digest` (twin: `sync.answer_digest`). Anybody can find the right options by trying all
 * combinations, so only practice quizzes have a digest, and only the server scores a graded quiz.
 */

import type { AttemptData } from '@/shared/journal';
import type { QuestionRow, QuizRow } from '@/shared/rows';
import { compareText } from '@/shared/text-order';

/** Lower-case hex SHA-256 of `<question id>:<option ids, sorted by bytes, comma-separated>`. */
export async function answerDigest(questionId: string, options: readonly string[]): Promise<string> {
  const chosen = [...new Set(options)].sort(compareText).join(',');
  const bytes = await sha256(new TextEncoder().encode(`${questionId}:${chosen}`));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** `crypto.subtle` exists only on secure origins (https, localhost); elsewhere a library computes the same hash. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (crypto.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return (await import('@noble/hashes/sha2.js')).sha256(bytes);
}

export interface Score {
  /** Percentage of right answers, rounded; 0 for a quiz without questions. */
  score: number;
  passed: boolean;
  /** Ids of the questions with a right answer. */
  correct: string[];
}

/** Computes the score. `digests`: for each question id, the digest of the chosen options. A question whose id is missing counts as wrong. */
export function scoreOf(
  quiz: { passing_score: number; questions: readonly Pick<QuestionRow, 'id' | 'answer_digest'>[] },
  digests: Readonly<Record<string, string>>,
): Score {
  const correct = quiz.questions.filter(({ id, answer_digest }) => digests[id] === answer_digest).map(({ id }) => id);
  const score = quiz.questions.length === 0 ? 0 : Math.round((100 * correct.length) / quiz.questions.length);
  return { score, passed: quiz.questions.length > 0 && score >= quiz.passing_score, correct };
}

/**
 * Scores the chosen options. An unanswered question counts as an empty choice, which is right only if the question has no right option.
 * @throws Error for a graded quiz, whose rows have no digests
 */
export async function scoreAttempt(
  quiz: Pick<QuizRow, 'passing_score' | 'questions'>,
  answers: AttemptData['answers'],
): Promise<Score> {
  if (quiz.questions.some(({ answer_digest }) => answer_digest === undefined))
    throw new Error('Only the server scores this quiz');
  const digests = await Promise.all(
    quiz.questions.map(async ({ id }) => [id, await answerDigest(id, answers[id]?.options ?? [])] as const),
  );
  return scoreOf(quiz, Object.fromEntries(digests));
}
