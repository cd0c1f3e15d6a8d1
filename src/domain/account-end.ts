/**
 * The end of an account (the legal texts): asked for, open to be taken back for a while, then final.
 * Guarantees: pure. Rule: the server decides both; this only says it in words.
 */

/** Days in which an account that was to go can be kept after all. Twin: sync.account_grace. */
export const ACCOUNT_GRACE_DAYS = 30;

/** When an account that asked for its end at this moment is erased, ms; null when it did not. */
export function erasedAt(deletedAt: string | null | undefined): number | null {
  const asked = deletedAt ? Date.parse(deletedAt) : Number.NaN;
  return Number.isNaN(asked) ? null : asked + ACCOUNT_GRACE_DAYS * 86_400_000;
}
