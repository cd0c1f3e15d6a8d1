/**
 * The five rules of a password and its strength (specification 1 §5, §9).
 * Guarantees: pure; accepts letters of any alphabet, so a Bulgarian capital counts as a capital.
 */
export type PasswordRule = 'length' | 'upper' | 'lower' | 'digit' | 'special';
export type Strength = 'weak' | 'medium' | 'strong';

const tests: Record<PasswordRule, (password: string) => boolean> = {
  length: (password) => [...password].length >= 8,
  upper: (password) => /\p{Lu}/u.test(password),
  lower: (password) => /\p{Ll}/u.test(password),
  digit: (password) => /\p{Nd}/u.test(password),
  special: (password) => /[^\p{L}\p{N}\s]/u.test(password),
};

export const passwordRules = Object.keys(tests) as PasswordRule[];

export const metRules = (password: string): PasswordRule[] => passwordRules.filter((rule) => tests[rule](password));

export const isGoodPassword = (password: string): boolean => metRules(password).length === passwordRules.length;

/** Strength by the share of fulfilled rules: below 40 % weak, below 80 % medium, otherwise strong. */
export function strengthOf(password: string): Strength {
  const share = metRules(password).length / passwordRules.length;
  if (share < 0.4) return 'weak';
  return share < 0.8 ? 'medium' : 'strong';
}
