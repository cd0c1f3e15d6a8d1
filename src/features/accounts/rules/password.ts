/**
 * The strength of a password, for the meter of the screens.
 * Guarantees: pure; counts the rules of shared/password-rules.ts that a password meets.
 */
import { metRules, passwordRules } from '@/shared/password-rules';

export type Strength = 'weak' | 'medium' | 'strong';

/** Strength by the share of fulfilled rules: below 40 % weak, below 80 % medium, otherwise strong. */
export function strengthOf(password: string): Strength {
  const share = metRules(password).length / passwordRules.length;
  if (share < 0.4) return 'weak';
  return share < 0.8 ? 'medium' : 'strong';
}
