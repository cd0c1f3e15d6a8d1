/**
 * Classifies the texts of authentication errors (the catalogue of specification 1 §8).
 * Guarantees: every text has a class; an unknown text has the class `other` and is shown unchanged.
 */
export type AuthProblem =
  | 'invalid_credentials'
  | 'email_not_confirmed'
  | 'user_not_found'
  | 'too_many_requests'
  | 'network'
  | 'already_registered'
  | 'invalid_email'
  | 'weak_password'
  | 'common_password'
  | 'long_password'
  | 'bot_check'
  | 'other';

const signs: readonly [RegExp, AuthProblem][] = [
  [/invalid login credentials/i, 'invalid_credentials'],
  [/email not confirmed/i, 'email_not_confirmed'],
  [/user not found/i, 'user_not_found'],
  [/too many requests|rate limit|over_request_rate_limit/i, 'too_many_requests'],
  [/already (been )?registered|already exists/i, 'already_registered'],
  [/password is known to be weak/i, 'common_password'],
  [/password cannot be longer/i, 'long_password'],
  [/password should (be at least|contain)|weak[ _]password/i, 'weak_password'],
  [/invalid (e-?mail|format)|e-?mail address .*invalid|unable to validate email/i, 'invalid_email'],
  [/captcha|bot check/i, 'bot_check'],
  [/network|fetch|load failed|timed? ?out|connection/i, 'network'],
];

export const problemOf = (message: string): AuthProblem => signs.find(([sign]) => sign.test(message))?.[1] ?? 'other';

/** Message of a thrown error, and the HTTP status of the service's response (0 without a response). */
export interface OwnWords {
  own: string;
  status: number;
}

export function ownWords(error: unknown): OwnWords {
  const own = error instanceof Error ? error.message : '';
  const status = error instanceof Error && 'status' in error ? Number(error.status) || 0 : 0;
  // For a 5xx response the client's message is the raw JSON body (`{}`), which is useless to people.
  return { own: status >= 500 ? '' : own, status };
}
