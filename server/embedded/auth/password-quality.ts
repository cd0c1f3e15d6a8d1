/**
 * Decides whether a new password is good enough. The screens check the five rules too, but only the server knows the common passwords.
 * Rule: the texts are those of the hosted auth service, which the app maps to its own.
 */
import { readFileSync } from 'node:fs';
import { isGoodPassword, metRules, PASSWORD_LENGTH } from '../../../src/shared/password-rules';

/** bcrypt ignores what follows (bytes). */
const MOST_BYTES = 72;

/** The 3,000 most common passwords of at least eight characters, from the list of @zxcvbn-ts/language-common (MIT). */
const common = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
);
const signs: Record<string, string> = { '@': 'a', $: 's', '0': 'o', '1': 'l', '3': 'e' };

/** What people put before and after a word: nothing, signs, or digits and signs. */
const starts = [/^/, /^[^a-z\d]+/, /^[^a-z]+/];
const ends = [/$/, /[^a-z\d]+$/, /[^a-z]+$/];

/** True for a common password in any case, with the usual signs instead of letters, or with digits and signs at its ends. */
function isCommon(password: string): boolean {
  const small = password.toLowerCase();
  const forms = starts.flatMap((start) => ends.map((end) => small.replace(start, '').replace(end, '')));
  return forms.some((form) => common.has(form) || common.has(form.replace(/[@$013]/g, (sign) => signs[sign] ?? sign)));
}

export const isTooLongPassword = (password: string): boolean => Buffer.byteLength(password) > MOST_BYTES;

export interface PasswordFault {
  status: 400 | 422;
  code: 'validation_failed' | 'weak_password';
  message: string;
  reason?: 'length' | 'characters' | 'pwned';
}

/** @returns why a new password is refused; undefined if it is good */
export function faultOfPassword(password: string): PasswordFault | undefined {
  if (isTooLongPassword(password))
    return {
      status: 400,
      code: 'validation_failed',
      message: `Password cannot be longer than ${MOST_BYTES} characters`,
    };
  const weak = { status: 422, code: 'weak_password' } as const;
  if (!metRules(password).includes('length'))
    return { ...weak, message: `Password should be at least ${PASSWORD_LENGTH} characters.`, reason: 'length' };
  if (!isGoodPassword(password))
    return {
      ...weak,
      message: 'Password should contain at least one lower and one upper case letter, one digit and one symbol.',
      reason: 'characters',
    };
  if (isCommon(password))
    return {
      ...weak,
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
      reason: 'pwned',
    };
  return undefined;
}
