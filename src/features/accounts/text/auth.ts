import type { AuthProblem, OwnWords } from '../rules/auth-errors';

export interface AuthMessage {
  title: string;
  text: string;
  kind: 'error' | 'warning';
  /** Topic of the message. A message without a title shows the title of its topic (`bannerTitles`). */
  about: 'validation' | 'server' | 'auth' | 'network' | 'other';
}

export const network: AuthMessage = {
  title: 'Грешка при свързване',
  text: 'Не можем да се свържем със сърверите ни. Моля проверете интернет връзката си и опитайте отново.',
  kind: 'error',
  about: 'network',
};

export const tooMany: AuthMessage = {
  title: 'Твърде много опити',
  text: 'Твърде много опити за влизане. Моля изчакайте малко преди да опитате отново.',
  kind: 'warning',
  about: 'auth',
};

const said = (text: string, kind: AuthMessage['kind'] = 'error'): AuthMessage => ({
  title: '',
  text,
  kind,
  about: 'auth',
});

/** Messages that do not depend on the form. */
export const serviceMessages: Partial<Record<AuthProblem, AuthMessage>> = {
  second_factor: said('Профилът има втори фактор: сменете това от настройките, след като влезете с кода.', 'warning'),
  reauthentication: said('За тази промяна влезте отново с паролата си.', 'warning'),
  signup_closed: said('Този начин за вход или регистрация в момента е изключен. Опитайте по-късно или ни пишете.'),
  banned: said('Достъпът до този профил е спрян. Пишете ни, ако смятате, че е грешка.'),
  session_ended: said('Сесията Ви е приключила. Влезте отново.', 'warning'),
  mail_failed: said('Писмото не можа да се изпрати. Опитайте отново след малко или ни пишете.'),
  bot_check: said('Сървърът поиска проверка срещу роботи, която не мина. Опитайте отново или ни пишете.'),
};

const loginMessages: Partial<Record<AuthProblem, AuthMessage>> = {
  invalid_credentials: {
    title: 'Грешна парола или имейл',
    text: 'Невалиден имейл или парола. Моля проверете данните си и опитайте отново.',
    kind: 'error',
    about: 'auth',
  },
  email_not_confirmed: {
    title: 'Имейлът не е потвърден',
    text: 'Моля проверете имейла си и кликнете върху линка за потвърждение преди да влезете.',
    kind: 'warning',
    about: 'auth',
  },
  user_not_found: {
    title: 'Акаунтът не е намерен',
    text: 'Не е намерен акаунт с този имейл адрес. Опитайте да се регистрирате.',
    kind: 'error',
    about: 'auth',
  },
  too_many_requests: tooMany,
  network,
  ...serviceMessages,
};

/** Rule: an error that the catalogue does not list shows the service's own message under the matching title. */
export const loginMessage = (problem: AuthProblem, { own, status }: OwnWords): AuthMessage =>
  loginMessages[problem] ?? {
    title: '',
    text: own || 'Възникна грешка при влизането',
    kind: 'error',
    about: status >= 500 ? 'server' : status >= 400 ? 'auth' : 'other',
  };

/** Validation messages of a form, before any request. */
export const validation = (text: string): AuthMessage => ({ title: '', text, kind: 'error', about: 'validation' });

export const login = {
  title: 'Вход',
  email: 'Имейл',
  password: 'Парола',
  showPassword: 'Покажете паролата',
  hidePassword: 'Скрийте паролата',
  submit: 'Влезте',
  submitting: 'Влизане…',
  forgotten: 'Забравена парола?',
  byLink: 'Вход с връзка по имейл',
  noAccount: 'Нямате акаунт?',
  register: 'Регистрирайте се',
  empty: 'Моля попълнете всички полета',
  missing: { email: 'Въведете имейл', password: 'Въведете парола' },
  emptyToast: 'Моля въведете имейл и парола',
  success: 'Успешно влязохте в профила си',
  offline: 'Няма мрежа. За да влезете, е нужен интернет.',
} as const;
