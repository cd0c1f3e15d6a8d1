/**
 * Classifies the texts of authentication errors (the catalogue of specification 1 §8).
 * The texts are those of the embedded backend and of GoTrue, the auth service of a Supabase project.
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
  | 'same_password'
  | 'reauthentication'
  | 'second_factor'
  | 'signup_closed'
  | 'banned'
  | 'session_ended'
  | 'mail_failed'
  | 'bot_check'
  | 'other';

const signs: readonly [RegExp, AuthProblem][] = [
  [/invalid login credentials/i, 'invalid_credentials'],
  [/email not confirmed/i, 'email_not_confirmed'],
  [/user not found/i, 'user_not_found'],
  [/too many requests|rate limit|over_request_rate_limit|only request this/i, 'too_many_requests'],
  [/already (been )?registered|already exists/i, 'already_registered'],
  [/password is known to be weak/i, 'common_password'],
  [/password cannot be longer/i, 'long_password'],
  [/different from the old/i, 'same_password'],
  [/requires reauthentication|current password required/i, 'reauthentication'],
  [/AAL2 (session is )?required/i, 'second_factor'],
  [/(signups|logins) (are )?(not allowed|disabled)|magic link is disabled/i, 'signup_closed'],
  [/user (is )?banned/i, 'banned'],
  [/session (from|is no longer valid)|claim in JWT|invalid refresh token|auth session missing/i, 'session_ended'],
  [/error sending|cannot be used as it is not authorized/i, 'mail_failed'],
  [/password should (be at least|contain)|weak[ _]password/i, 'weak_password'],
  [/invalid (e-?mail|format)|e-?mail address .*invalid|unable to validate email/i, 'invalid_email'],
  [/captcha|bot check|reach hook|due to hook/i, 'bot_check'],
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
  // For a 5xx response the client's message is the raw JSON body (`{}`), which is useless to people, unless it is a known text of the service.
  const isUseless = status > 500 || (status === 500 && problemOf(own) === 'other');
  return { own: isUseless ? '' : own, status };
}
