/**
 * Progress of each certificate: the server's progress merged with the attempts that this device has finished.
 * Guarantees: pure. Rule: only the server awards a certificate or marks a requirement as passed.
 */
import type { AttemptData } from '@/shared/journal';
import { type Attempt, attemptsAt, nextAttempt } from '@/shared/quiz-state';
import type { CertificateProgressRow, CertificateRow, ResultRow } from '@/shared/rows';

/** `waiting`: finished on this device, not scored by the server yet. `locked`: the plan does not include the quiz. */
export type RequirementState = 'passed' | 'waiting' | 'failed' | 'open' | 'locked';

export interface CertificateRequirement {
  test_id: string;
  test_title: string;
  /** Percent. */
  minimum_score: number;
  state: RequirementState;
  /** Best score (percent) of an attempt that counts; null before the first one. */
  best: number | null;
  /** When the next attempt is possible (Unix time in ms, by the device's clock); null if it is possible now. */
  next: number | null;
}

export interface CertificateState extends Omit<CertificateRow, 'requirements'> {
  requirements: CertificateRequirement[];
  /** Percent, 0 to 100. */
  progress_percentage: number;
  completed: boolean;
  completed_at: string | null;
  /** The certificate document that the server issued; null before it is issued and after it was revoked. */
  issued: IssuedCertificate | null;
  /** True when an administrator revoked the document, false when a document with another name replaced it. */
  revoked: boolean;
}

export interface IssuedCertificate {
  serial: string;
  /** The name on the document, which stays when the profile gets another one. */
  name: string;
  /** Compact JWS for the verification URL; null until the server has signed it. */
  seal: string | null;
  /** Open Badges credential as VC-JWT; null until the server has signed it. */
  credential: string | null;
}

function issuedOf(row: CertificateProgressRow | undefined): IssuedCertificate | null {
  if (!row?.serial || row.revoked_at) return null;
  return {
    serial: row.serial,
    name: row.issued_name ?? '',
    seal: row.seal ?? null,
    credential: row.credential ?? null,
  };
}

/** The name to draw on a certificate: that of its document, before there is one that of the profile. */
export const drawnName = ({ issued }: Pick<CertificateState, 'issued'>, profileName: string): string =>
  issued?.name || profileName;

/** A finished attempt of the journal; `id` is the attempt's id. */
export type FinishedAttempt = Pick<AttemptData, 'test_id' | 'finished_at'> & { id: string };

function bestScore(attempts: readonly Attempt[]): number | null {
  const scores = attempts.flatMap(({ result }) => (result?.counted === false ? [] : (result?.score ?? [])));
  return scores.length > 0 ? Math.max(...scores) : null;
}

export function certificateStates(
  certificates: readonly CertificateRow[],
  progress: readonly CertificateProgressRow[],
  attempts: readonly FinishedAttempt[],
  results: readonly ResultRow[],
  /** The quizzes that this account may take; undefined while this device does not know them all. */
  quizzes?: ReadonlySet<string>,
): CertificateState[] {
  const progressOf = new Map(progress.map((row) => [row.id, row]));
  const scored = new Set(results.map(({ id }) => id));
  const unscored = new Set(
    attempts.filter(({ id, finished_at }) => finished_at !== null && !scored.has(id)).map(({ test_id }) => test_id),
  );
  const known = new Set(certificates.map(({ id }) => id));
  // Keep an earned certificate when an administrator deactivates or deletes its definition in the console.
  const withdrawn = progress.flatMap(({ id, completed, drawing }) =>
    completed && drawing && !known.has(id) ? [{ ...drawing, id, requirements: [] }] : [],
  );
  const isLocked = (id: string) => quizzes !== undefined && !quizzes.has(id);
  return [...certificates, ...withdrawn].map((certificate) => {
    const own = progressOf.get(certificate.id);
    const passed = new Set(own?.completed_requirements);
    return {
      ...certificate,
      ...(own?.completed && own.drawing),
      requirements: certificate.requirements.map((requirement) => {
        const id = requirement.test_id;
        const attempts = attemptsAt(id, [], results);
        const best = bestScore(attempts);
        const [isPassed, isWaiting] = [passed.has(id), unscored.has(id)];
        const rest = isLocked(id) ? 'locked' : best === null ? 'open' : 'failed';
        const next = nextAttempt({ graded: true }, attempts)?.at ?? null;
        return { ...requirement, state: isPassed ? 'passed' : isWaiting ? 'waiting' : rest, best, next };
      }),
      progress_percentage: Math.min(100, Math.max(0, own?.progress_percentage ?? 0)),
      completed: own?.completed ?? false,
      completed_at: own?.completed_at ?? null,
      issued: issuedOf(own),
      revoked: (own?.completed ?? false) && Boolean(own?.revoked_at),
    };
  });
}
