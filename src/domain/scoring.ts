/**
 * The result of an attempt, computed on the device from digests of the right answers; the server computes it again and is the authority.
 * Guarantees: the specification's rule by which a question is right only if exactly the right options are chosen. Pure, but for the digest.
 * Rule: the right options are never in the row, only `answer_digest`. Twin: `sync.answer_digest`.
 */
import { compareText } from './canonical';
import type { AttemptData } from './journal';
import type { QuestionRow, TestRow } from './rows';

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
  /** Rounded percent of the questions answered right; 0 for a test without questions. */
  score: number;
  passed: boolean;
  /** Ids of the questions answered right. */
  correct: string[];
}

/** From the digests of what was chosen, by question id; a question without one counts as answered wrong. */
export function scoreOf(
  test: { passing_score: number; questions: readonly Pick<QuestionRow, 'id' | 'answer_digest'>[] },
  digests: Readonly<Record<string, string>>,
): Score {
  const correct = test.questions.filter(({ id, answer_digest }) => digests[id] === answer_digest).map(({ id }) => id);
  const score = test.questions.length === 0 ? 0 : Math.round((100 * correct.length) / test.questions.length);
  return { score, passed: test.questions.length > 0 && score >= test.passing_score, correct };
}

/** Scores what was chosen. An unanswered question is the empty choice: right only where no option is. */
export async function scoreAttempt(
  test: Pick<TestRow, 'passing_score' | 'questions'>,
  answers: AttemptData['answers'],
): Promise<Score> {
  const digests = await Promise.all(
    test.questions.map(async ({ id }) => [id, await answerDigest(id, answers[id]?.options ?? [])] as const),
  );
  return scoreOf(test, Object.fromEntries(digests));
}
