/**
 * The learner's state in a quiz: the journal's attempts merged with the server's results. Quiz lists and the quiz page read it.
 * Guarantees: pure; an attempt in both stores counts once; the order of the inputs does not matter.
 * Rule: an attempt uses up one of the quiz's attempts when the journal or a result says that it is finished; an open or rejected attempt does not,
 * nor one of which the server says that it does not count.
 */
import { GRADED_ATTEMPTS_PER_DAY, RETAKE_PAUSE_MS } from '@/shared/limits';
import { isOver, limitOf, spentAfterGap } from './attempt-time';
import type { StoredJournalDoc } from './journal';
import type { QuizRow, ResultRow } from './rows';

/** Specification 2 §4; the buttons are Start, Continue, Retake Test. */
export type QuizState = 'not_started' | 'in_progress' | 'completed';

export type AttemptDoc = StoredJournalDoc<'attempt'>;

/** `waiting`: finished on this device, not confirmed by the server. `rejected`: rejected by the server. */
export type AttemptStatus = 'open' | 'waiting' | 'confirmed' | 'rejected';

export interface Attempt {
  id: string;
  status: AttemptStatus;
  doc: AttemptDoc | undefined;
  result: ResultRow | undefined;
  /** When the attempt was finished, or started if it is still open (Unix time in ms). */
  at: number;
  /** In ms. */
  time_spent: number;
}

/** The attempt's uuid without the kind prefix. */
export const attemptId = (doc: Pick<AttemptDoc, 'id'>): string => doc.id.slice(doc.id.indexOf('/') + 1);

function foldOne(id: string, doc: AttemptDoc | undefined, result: ResultRow | undefined, rejected: boolean): Attempt {
  if (result) {
    return {
      id,
      status: 'confirmed',
      doc,
      result,
      at: Date.parse(result.completed_at),
      time_spent: result.time_spent * 1_000,
    };
  }
  const { started_at = 0, finished_at = null, time_spent = 0 } = doc?.data ?? {};
  const status = rejected ? 'rejected' : finished_at === null ? 'open' : 'waiting';
  return { id, status, doc, result, at: finished_at ?? started_at, time_spent };
}

/** All attempts at a quiz, latest first. `rejectedIds`: document ids (`attempt/<uuid>`) that the server rejected. */
export function attemptsAt(
  testId: string,
  docs: readonly AttemptDoc[],
  results: readonly ResultRow[],
  rejectedIds: ReadonlySet<string> = new Set(),
): Attempt[] {
  const docOf = new Map(docs.filter((doc) => doc.data.test_id === testId).map((doc) => [attemptId(doc), doc]));
  const resultOf = new Map(results.filter((row) => row.test_id === testId).map((row) => [row.id, row]));
  return [...new Set([...docOf.keys(), ...resultOf.keys()])]
    .map((id) => foldOne(id, docOf.get(id), resultOf.get(id), rejectedIds.has(`attempt/${id}`)))
    .sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
}

/**
 * Attempts for lists of quizzes: an attempt whose time ran out while the page was closed already counts as finished here.
 * `now`: device clock; the quiz page may later correct the time spent with the server's clock.
 */
export function withOverdueEnded(
  attempts: readonly Attempt[],
  quiz: Pick<QuizRow, 'time_limit'>,
  now: number,
): Attempt[] {
  const limit = limitOf(quiz);
  return attempts.map((attempt) => {
    const { doc, status } = attempt;
    if (status !== 'open' || !doc) return attempt;
    const spent = spentAfterGap(
      doc.data.time_spent,
      { device: { spent: doc.data.time_spent, at: doc.at }, server: null },
      { device: now, server: null },
      limit,
    );
    return isOver(spent, limit) ? { ...attempt, status: 'waiting' } : attempt;
  });
}

/** The attempt that Continue opens: the one started last. */
export const openAttempt = (attempts: readonly Attempt[]): Attempt | undefined =>
  attempts.find(({ status }) => status === 'open');

const isFinished = ({ status }: Attempt) => status === 'waiting' || status === 'confirmed';

export function stateOfAttempts(attempts: readonly Attempt[]): QuizState {
  if (openAttempt(attempts)) return 'in_progress';
  return attempts.some(isFinished) ? 'completed' : 'not_started';
}

const isUsed = (attempt: Attempt) => isFinished(attempt) && attempt.result?.counted !== false;

export const attemptsUsed = (attempts: readonly Attempt[]): number => attempts.filter(isUsed).length;

/** Number of attempts that may still be started; null without a limit. */
export function attemptsLeft(quiz: Pick<QuizRow, 'max_attempts'>, attempts: readonly Attempt[]): number | null {
  return quiz.max_attempts > 0 ? Math.max(0, quiz.max_attempts - attemptsUsed(attempts)) : null;
}

const DAY_MS = 86_400_000;

/** When attempts were used (Unix time in ms, by the device's clock), latest first. `ahead`: the device's clock minus the server's (ms). */
const timesUsed = (attempts: readonly Attempt[], ahead: number): number[] =>
  attempts
    .filter(isUsed)
    .map(({ at, result }) => (result?.scored_at === undefined ? at : Date.parse(result.scored_at) + ahead))
    .sort((a, b) => b - a);

/** Number of attempts that were used in the 24 hours before `now`. */
export const usedInDay = (attempts: readonly Attempt[], now: number, ahead: number): number =>
  timesUsed(attempts, ahead).filter((time) => now - time < DAY_MS).length;

/** `at`: when an attempt may start (Unix time in ms, by the device's clock). `limit`: the limit that keeps it closed until then. */
export interface NextAttempt {
  at: number;
  limit: 'pause' | 'day';
}

/** When the next attempt of a graded quiz opens; null for practice quizzes and before the first attempt. Twin: sync.attempt_counts. */
export function nextAttempt(
  quiz: Pick<QuizRow, 'graded'>,
  attempts: readonly Attempt[],
  ahead = 0,
): NextAttempt | null {
  const times = quiz.graded ? timesUsed(attempts, ahead) : [];
  const [last] = times;
  if (last === undefined) return null;
  const pause = last + RETAKE_PAUSE_MS;
  const day = (times[GRADED_ATTEMPTS_PER_DAY - 1] ?? Number.NEGATIVE_INFINITY) + DAY_MS;
  return day > pause ? { at: day, limit: 'day' } : { at: pause, limit: 'pause' };
}

/** Scores (percent) from which a passed quiz is praised (specification 3 §9). */
export const PRAISE_TIERS = [90, 80] as const;

/** The highest tier that the score reaches, or null. */
export const praiseTier = (score: number): 90 | 80 | null => PRAISE_TIERS.find((tier) => score >= tier) ?? null;
