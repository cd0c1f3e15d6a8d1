/**
 * The five rules of a password (specification 1 §5, §9), for the screens and the server.
 * Guarantees: pure; accepts letters of any alphabet, so a Bulgarian capital counts as a capital.
 */
export type PasswordRule = 'length' | 'upper' | 'lower' | 'digit' | 'special';

/** Minimum length of a password (characters). Twin: supabase/config.toml. */
export const PASSWORD_LENGTH = 8;

const tests: Record<PasswordRule, (password: string) => boolean> = {
  length: (password) => [...password].length >= PASSWORD_LENGTH,
  upper: (password) => /\p{Lu}/u.test(password),
  lower: (password) => /\p{Ll}/u.test(password),
  digit: (password) => /\p{Nd}/u.test(password),
  special: (password) => /[^\p{L}\p{N}\s]/u.test(password),
};

export const passwordRules = Object.keys(tests) as PasswordRule[];

export const metRules = (password: string): PasswordRule[] => passwordRules.filter((rule) => tests[rule](password));

export const isGoodPassword = (password: string): boolean => metRules(password).length === passwordRules.length;
