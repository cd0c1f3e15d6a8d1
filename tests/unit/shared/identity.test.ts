import { expect, test } from 'vitest';
import { problemOf } from '@/features/accounts/rules/auth-errors';
import { strengthOf } from '@/features/accounts/rules/password';
import { loginMessage } from '@/features/accounts/text/auth';
import { registerMessage } from '@/features/accounts/text/register';
import { deviceOf } from '@/shared/device';
import { firstName, parseIdentity } from '@/shared/identity';
import { isGoodPassword, metRules } from '@/shared/password-rules';
import { safePath } from '@/shared/safe-path';

const whole = {
  uid: '11111111-2222-4333-8444-555555555555',
  email: 'ivan@sloy.test',
  full_name: 'Иван Петров',
  plan: 'pro',
  plan_checked_at: 1_700_000_000_000,
  is_admin: false,
};

test('a stored identity is read unchanged', () => {
  expect(parseIdentity(JSON.stringify(whole))).toEqual(whole);
});

test('damaged, missing and unknown data mean that nobody is signed in', () => {
  for (const text of [
    null,
    '',
    '{',
    '[]',
    'null',
    '"a"',
    '{}',
    JSON.stringify({ ...whole, uid: 7 }),
    JSON.stringify({ ...whole, uid: '../x' }),
    JSON.stringify({ ...whole, email: null }),
  ])
    expect([text, parseIdentity(text)]).toEqual([text, null]);
});

test('a plan without a time and an unknown plan are no answer', () => {
  for (const wrong of [{ plan: 'gold' }, { plan_checked_at: null }, { plan_checked_at: 'soon' }, { plan: undefined }])
    expect(parseIdentity(JSON.stringify({ ...whole, ...wrong }))).toMatchObject({ plan: null, plan_checked_at: null });
});

test('only the boolean true makes an administrator', () => {
  expect(parseIdentity(JSON.stringify({ ...whole, is_admin: 'yes' }))?.is_admin).toBe(false);
});

test('people are greeted by their first name, otherwise by their address', () => {
  expect(firstName(whole)).toBe('Иван');
  expect(firstName({ ...whole, full_name: '  ' })).toBe('ivan');
});

test('a password has five rules', () => {
  expect(metRules('')).toEqual([]);
  expect(metRules('abc')).toEqual(['lower']);
  expect(isGoodPassword('Sloy-2026!')).toBe(true);
  expect(isGoodPassword('Слой-2026')).toBe(true);
  expect(isGoodPassword('Sloy2026')).toBe(false);
  expect(isGoodPassword('Sl-2026')).toBe(false);
});

test('strength is the share of fulfilled rules: under 40 % weak, under 80 % medium, otherwise strong', () => {
  expect(['', 'a', 'aA', 'aA1', 'aA1!', 'aA1!aaaa'].map(strengthOf)).toEqual([
    'weak',
    'weak',
    'medium',
    'medium',
    'strong',
    'strong',
  ]);
});

test.each([
  [
    'Invalid login credentials',
    'Грешна парола или имейл',
    'Невалиден имейл или парола. Моля проверете данните си и опитайте отново.',
    'error',
  ],
  [
    'Email not confirmed',
    'Имейлът не е потвърден',
    'Моля проверете имейла си и кликнете върху линка за потвърждение преди да влезете.',
    'warning',
  ],
  [
    'User not found',
    'Акаунтът не е намерен',
    'Не е намерен акаунт с този имейл адрес. Опитайте да се регистрирате.',
    'error',
  ],
  [
    'Too many requests',
    'Твърде много опити',
    'Твърде много опити за влизане. Моля изчакайте малко преди да опитате отново.',
    'warning',
  ],
  [
    'Request rate limit reached',
    'Твърде много опити',
    'Твърде много опити за влизане. Моля изчакайте малко преди да опитате отново.',
    'warning',
  ],
  [
    'Failed to fetch',
    'Грешка при свързване',
    'Не можем да се свържем със сърверите ни. Моля проверете интернет връзката си и опитайте отново.',
    'error',
  ],
  [
    'NetworkError when attempting to fetch resource.',
    'Грешка при свързване',
    'Не можем да се свържем със сърверите ни. Моля проверете интернет връзката си и опитайте отново.',
    'error',
  ],
  [
    'Signups not allowed',
    '',
    'Този начин за вход или регистрация в момента е изключен. Опитайте по-късно или ни пишете.',
    'error',
  ],
  ['A message that nobody knows', '', 'A message that nobody knows', 'error'],
  ['', '', 'Възникна грешка при влизането', 'error'],
])('signing in: «%s» is shown as «%s»', (own, title, text, kind) => {
  expect(loginMessage(problemOf(own), { own, status: 0 })).toMatchObject({ title, text, kind });
});

test.each([
  [
    'User already registered',
    'Акаунтът вече съществува',
    'Акаунт с този имейл адрес вече съществува. Опитайте да влезете вместо това.',
    'warning',
  ],
  ['Unable to validate email address: invalid format', '', 'Моля въведете валиден имейл адрес.', 'error'],
  ['Password should be at least 8 characters', '', 'Паролата е твърде слаба...', 'error'],
  [
    'captcha protection: request disallowed (timeout-or-duplicate)',
    '',
    'Грешка при верификацията за сигурност. Моля опитайте отново.',
    'error',
  ],
  ['Database error saving new user', 'Неуспешна регистрация', 'Възникна грешка при регистрацията', 'error'],
])('registering: «%s» is shown as «%s»', (own, title, text, kind) => {
  expect(registerMessage(problemOf(own))).toMatchObject({ title, text, kind });
});

test('only URLs of our own origin are accepted as the return URL', () => {
  expect(safePath('/course/1?tab=tests#a')).toBe('/course/1?tab=tests#a');
  for (const wrong of [
    'https://evil.test/',
    '//evil.test/x',
    '/\\evil.test',
    '/\t/evil.test',
    '/.//evil.test/x',
    '/a/..//evil.test',
    'javascript:alert(1)',
    'course',
    '',
    null,
    7,
    {},
  ])
    expect([wrong, safePath(wrong)]).toEqual([wrong, null]);
});

test('detects the device from its user agent and the display mode', () => {
  const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 7) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';
  const signs = { native: false, standalone: false, touchPoints: 0 };
  expect(deviceOf({ ...signs, userAgent: mac })).toBe('desktop');
  expect(deviceOf({ ...signs, userAgent: mac, standalone: true })).toBe('desktop');
  expect(deviceOf({ ...signs, userAgent: mac, touchPoints: 5 })).toBe('mobile-browser');
  expect(deviceOf({ ...signs, userAgent: android })).toBe('mobile-browser');
  expect(deviceOf({ ...signs, userAgent: android, standalone: true })).toBe('installed');
  expect(deviceOf({ ...signs, userAgent: android, native: true })).toBe('native');
});
