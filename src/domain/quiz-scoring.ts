/**
 * The result of an attempt, computed on the device from digests of the right answers; the server computes it again and is the authority.
 * Guarantees: the specification's rule by which a question is right only if exactly the right options are chosen. Pure, but for the digest.
 * Rule: the right options are never in the row, only `answer_digest`. Twin: `sync.answer_digest`. The digest protects nothing: whoever wants
 * can compute the answers from it. So only practice quizzes have one; a graded quiz is scored by the server alone.
 */
import { compareText } from './canonical';
import type { AttemptData } from './journal';
import type { QuestionRow, QuizRow } from './rows';

/** Lower-case hex SHA-256 of `<question id>:<option ids, sorted by bytes, comma-separated>`. */
export async function answerDigest(questionId: string, options: readonly string[]): Promise<string> {
  const chosen = [...new Set(options)].sort(compareText).join(',');
  const bytes = await sha256(new TextEncoder().encode(`${questionId}:${chosen}`));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The browser's own exists on safe addresses alone (https, localhost); elsewhere a library does the same. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (crypto.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return (await import('@noble/hashes/sha2.js')).sha256(bytes);
}

export interface Score {
  /** Rounded percent of the questions answered right; 0 for a quiz without questions. */
  score: number;
  passed: boolean;
  /** Ids of the questions answered right. */
  correct: string[];
}

/** From the digests of what was chosen, by question id; a question without one counts as answered wrong. */
export function scoreOf(
  quiz: { passing_score: number; questions: readonly Pick<QuestionRow, 'id' | 'answer_digest'>[] },
  digests: Readonly<Record<string, string>>,
): Score {
  const correct = quiz.questions.filter(({ id, answer_digest }) => digests[id] === answer_digest).map(({ id }) => id);
  const score = quiz.questions.length === 0 ? 0 : Math.round((100 * correct.length) / quiz.questions.length);
  return { score, passed: quiz.questions.length > 0 && score >= quiz.passing_score, correct };
}

/**
 * Scores the chosen options. An unanswered question is the empty choice: right only where no option is.
 * @throws Error for a graded quiz: its rows have no digests, only the server scores it
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
