/**
 * Deletion of an account (see the legal texts): requested, cancellable for a while, then final.
 * Guarantees: pure. Rule: the server decides; this only describes it.
 */

/** Days in which a scheduled deletion can be cancelled. Twin: sync.account_grace. */
export const ACCOUNT_GRACE_DAYS = 30;

/** When an account is erased (ms since the epoch), from the time of the request; null without a request. */
export function erasedAt(deletedAt: string | null | undefined): number | null {
  const asked = deletedAt ? Date.parse(deletedAt) : Number.NaN;
  return Number.isNaN(asked) ? null : asked + ACCOUNT_GRACE_DAYS * 86_400_000;
}
