// The version of a quiz that an attempt uses. Rule: an attempt keeps the questions it started with, also after a newer version arrives;
// the server scores the attempt with the same version. The limits of a graded quiz are those of its current version, so that an older version lifts none.
import type { QuizRow } from '@/shared/rows';

/** Treats version 0 (a quiz before its first publication) as version 1, because the first publication changes only the number, not the quiz. */
const numberOf = (version: number) => Math.max(version, 1);

/** @returns the quiz as it was in a version; the current quiz if this device no longer has that version or the attempt has no version. */
export function quizAtVersion(quiz: QuizRow, version: number | undefined): QuizRow {
  if (version === undefined || numberOf(version) === numberOf(quiz.version ?? 0)) return quiz;
  const earlier = quiz.previous?.find((candidate) => candidate.version === numberOf(version));
  if (!earlier) return quiz;
  const { passing_score, time_limit, max_attempts } = quiz;
  return { ...quiz, ...earlier, ...(quiz.graded && { passing_score, time_limit, max_attempts }) };
}
