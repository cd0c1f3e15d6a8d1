import { expect, test } from 'vitest';
import { type AuthProblem, ownWords, problemOf } from '@/features/accounts/rules/auth-errors';
import { loginMessage } from '@/features/accounts/text/auth';
import { mailProblem } from '@/features/accounts/text/mail-links';
import { registerMessage } from '@/features/accounts/text/register';

// The texts of GoTrue, the auth service of a Supabase project (v2.18x), that the app can meet.

const texts: [string, AuthProblem][] = [
  ['Invalid login credentials', 'invalid_credentials'],
  ['Email not confirmed', 'email_not_confirmed'],
  ['User not found', 'user_not_found'],
  ['Request rate limit reached', 'too_many_requests'],
  ['email rate limit exceeded', 'too_many_requests'],
  ['For security purposes, you can only request this after 43 seconds.', 'too_many_requests'],
  ['User already registered', 'already_registered'],
  ['A user with this email address has already been registered', 'already_registered'],
  ['Unable to validate email address: invalid format', 'invalid_email'],
  ['Email address "maria@example.com" is invalid', 'invalid_email'],
  ['Email address "maria@sloy.test" cannot be used as it is not authorized', 'mail_failed'],
  ['Error sending confirmation email', 'mail_failed'],
  ['Error sending magic link email', 'mail_failed'],
  ['Error sending recovery email', 'mail_failed'],
  ['Password should be at least 8 characters.', 'weak_password'],
  ['Password should contain at least one character of each: abc, ABC, 012.', 'weak_password'],
  ['Password is known to be weak and easy to guess, please choose a different one.', 'common_password'],
  ['Password cannot be longer than 72 characters', 'long_password'],
  ['New password should be different from the old password.', 'same_password'],
  ['Password update requires reauthentication', 'reauthentication'],
  ['Failed to reach hook after maximum retries', 'bot_check'],
  ['Failed to reach hook within maximum time of 5.000000 seconds', 'bot_check'],
  ['AAL2 session is required to update email or password when MFA is enabled.', 'second_factor'],
  ['Current password required when setting new password.', 'reauthentication'],
  ['captcha protection: request disallowed (no captcha_token found)', 'bot_check'],
  ['Signups not allowed for this instance', 'signup_closed'],
  ['Email signups are disabled', 'signup_closed'],
  ['Email logins are disabled', 'signup_closed'],
  ['Login with magic link is disabled', 'signup_closed'],
  ['User is banned', 'banned'],
  ['Invalid Refresh Token: User Banned', 'banned'],
  ['Session from session_id claim in JWT does not exist', 'session_ended'],
  ['User from sub claim in JWT does not exist', 'session_ended'],
  ['Session is no longer valid', 'session_ended'],
  ['Invalid Refresh Token: Refresh Token Not Found', 'session_ended'],
  ['Processing this request timed out, please retry after a moment.', 'network'],
  ['Unexpected failure, please check server logs for more information', 'other'],
];

test.each(texts)('“%s” is %s', (text, problem) => expect(problemOf(text)).toBe(problem));

test('each class has a Bulgarian text in the forms that can meet it', () => {
  const words = { own: 'English words', status: 400 };
  const registering: AuthProblem[] = ['already_registered'];
  const choosing: AuthProblem[] = [
    'invalid_email',
    'weak_password',
    'common_password',
    'long_password',
    'same_password',
  ];
  for (const problem of new Set(texts.map(([, found]) => found))) {
    if (problem === 'other') continue;
    const said = [registerMessage(problem).text];
    if (!registering.includes(problem)) said.push(mailProblem(problem, words).text);
    if (![...registering, ...choosing].includes(problem)) said.push(loginMessage(problem, words).text);
    expect([problem, said.filter((text) => !/[а-я]/.test(text))]).toEqual([problem, []]);
  }
});

test('a failure with status 500 keeps a known text only', () => {
  const failure = (message: string, status: number) => ownWords(Object.assign(new Error(message), { status })).own;
  expect(failure('Error sending recovery email', 500)).toBe('Error sending recovery email');
  expect(failure('Database error querying schema', 500)).toBe('');
  expect(failure('{}', 502)).toBe('');
});
