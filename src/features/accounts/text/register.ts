import type { PasswordRule } from '@/shared/password-rules';
import type { AuthProblem } from '../rules/auth-errors';
import type { Strength } from '../rules/password';
import { type AuthMessage, network, serviceMessages, tooMany } from './auth';

const registerMessages: Partial<Record<AuthProblem, AuthMessage>> = {
  ...serviceMessages,
  already_registered: {
    title: 'Акаунтът вече съществува',
    text: 'Акаунт с този имейл адрес вече съществува. Опитайте да влезете вместо това.',
    kind: 'warning',
    about: 'auth',
  },
  invalid_email: { title: '', text: 'Моля въведете валиден имейл адрес.', kind: 'error', about: 'validation' },
  weak_password: { title: '', text: 'Паролата е твърде слаба...', kind: 'error', about: 'validation' },
  common_password: {
    title: '',
    text: 'Тази парола е сред най-често използваните. Изберете друга.',
    kind: 'error',
    about: 'validation',
  },
  long_password: {
    title: '',
    text: 'Паролата е твърде дълга: най-много 72 латински или 36 български букви.',
    kind: 'error',
    about: 'validation',
  },
  bot_check: {
    title: '',
    text: 'Грешка при верификацията за сигурност. Моля опитайте отново.',
    kind: 'error',
    about: 'validation',
  },
  // Replace the text of `tooMany`, which is about signing in.
  too_many_requests: {
    ...tooMany,
    text: 'Твърде много опити за регистрация. Моля изчакайте малко преди да опитате отново.',
  },
  network,
};

export const registerMessage = (problem: AuthProblem): AuthMessage =>
  registerMessages[problem] ?? {
    title: 'Неуспешна регистрация',
    text: 'Възникна грешка при регистрацията',
    kind: 'error',
    about: 'other',
  };

export const register = {
  title: 'Регистрация',
  lead: 'Безплатният план отваря безплатните курсове веднага.',
  offline: 'Няма мрежа. За регистрация е нужен интернет; след това уроците работят и без него.',
  fullName: 'Име и фамилия',
  email: 'Имейл',
  password: 'Парола',
  confirm: 'Потвърдете паролата',
  submit: 'Създайте акаунт',
  submitting: 'Създава се…',
  haveAccount: 'Вече имате акаунт?',
  login: 'Влезте',
  missing: {
    full_name: 'Въведете име и фамилия',
    email: 'Въведете имейл',
    password: 'Въведете парола',
    confirm: 'Въведете паролата още веднъж',
  },
  empty: 'Моля попълнете всички полета',
  botMissing: 'Моля потвърдете, че не сте робот',
  mismatch: 'Паролите не съвпадат',
  match: 'Паролите съвпадат',
  weak: 'Паролата не отговаря на всички изисквания.',
  age: 'Навършил(а) съм 14 години и приемам',
  terms: 'общите условия',
  and: 'и',
  privacy: 'политиката за поверителност',
  newWindow: '(нов прозорец)',
  notAccepted: 'Потвърдете възрастта си и приемете условията',
  success: 'Акаунтът е създаден!',
  confirmEmail: 'Изпратихме Ви имейл. Отворете линка в него, за да влезете.',
  rulesTitle: 'Паролата съдържа',
} as const;

export const bot = {
  label: 'Не съм робот',
  solving: 'Проверява се… Остават няколко секунди.',
  solved: 'Проверено.',
  absent: 'Тази академия няма проверка срещу роботи. Продължете.',
  failed: 'Грешка при верификацията за сигурност. Моля опитайте отново.',
  expired: 'Верификацията изтече. Моля опитайте отново.',
} as const;

export const passwordRuleText: Record<PasswordRule, string> = {
  length: 'поне 8 знака',
  upper: 'главна буква',
  lower: 'малка буква',
  digit: 'цифра',
  special: 'специален знак',
};

export const strengthText: Record<Strength, string> = {
  weak: 'Слаба парола',
  medium: 'Средна парола',
  strong: 'Силна парола',
};
export const ruleState = { met: 'изпълнено', unmet: 'още не' } as const;
