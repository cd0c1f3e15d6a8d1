/**
 * Deletion of an account (see the legal texts): requested, cancellable for a while, then final.
 * Guarantees: pure. Rule: the server erases accounts; this file only computes when.
 */
import { ACCOUNT_GRACE_DAYS } from '@/shared/limits';

/** Time (Unix time in ms) at which an account is erased after a request at `deletedAt`; null without a request. */
export function erasedAt(deletedAt: string | null | undefined): number | null {
  const asked = deletedAt ? Date.parse(deletedAt) : Number.NaN;
  return Number.isNaN(asked) ? null : asked + ACCOUNT_GRACE_DAYS * 86_400_000;
}
