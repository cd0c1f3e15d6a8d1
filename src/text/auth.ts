import type { AuthProblem } from '@/domain/auth-errors';
import type { PasswordRule, Strength } from '@/domain/password';

export interface AuthMessage {
  title: string;
  text: string;
  kind: 'error' | 'warning';
  /** What the banner is about; its title stands above the message when the message has none of its own. */
  about: 'validation' | 'server' | 'auth' | 'network' | 'other';
}

/** Titles of the banner by what it is about (specification 1 §8). */
export const bannerTitles: Record<AuthMessage['about'], string> = {
  validation: 'Грешка при валидация',
  server: 'Грешка в сървъра',
  auth: 'Грешка при удостоверяване',
  network: 'Грешка при свързване',
  other: 'Грешка',
};

const network: AuthMessage = {
  title: 'Грешка при свързване',
  text: 'Не можем да се свържем със сърверите ни. Моля проверете интернет връзката си и опитайте отново.',
  kind: 'error',
  about: 'network',
};

const tooMany: AuthMessage = {
  title: 'Твърде много опити',
  text: 'Твърде много опити за влизане. Моля изчакайте малко преди да опитате отново.',
  kind: 'warning',
  about: 'auth',
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
};

/** Rule: what the catalogue does not name is said in the service's own words. */
export const loginMessage = (problem: AuthProblem, own: string): AuthMessage =>
  loginMessages[problem] ?? { title: '', text: own || 'Възникна грешка при влизането', kind: 'error', about: 'other' };

const registerMessages: Partial<Record<AuthProblem, AuthMessage>> = {
  already_registered: {
    title: 'Акаунтът вече съществува',
    text: 'Акаунт с този имейл адрес вече съществува. Опитайте да влезете вместо това.',
    kind: 'warning',
    about: 'auth',
  },
  invalid_email: { title: '', text: 'Моля въведете валиден имейл адрес.', kind: 'error', about: 'validation' },
  weak_password: { title: '', text: 'Паролата е твърде слаба...', kind: 'error', about: 'validation' },
  bot_check: { title: '', text: 'Грешка при верификацията за сигурност. Моля опитайте отново.', kind: 'error', about: 'validation' },
  too_many_requests: tooMany,
  network,
};

export const registerMessage = (problem: AuthProblem): AuthMessage =>
  registerMessages[problem] ?? { title: 'Неуспешна регистрация', text: 'Възникна грешка при регистрацията', kind: 'error', about: 'other' };

/** What a form says before it asks the service. */
export const validation = (text: string): AuthMessage => ({ title: '', text, kind: 'error', about: 'validation' });

export const login = {
  title: 'Вход',
  lead: 'Продължете оттам, където спряхте.',
  email: 'Имейл',
  password: 'Парола',
  showPassword: 'Покажи паролата',
  hidePassword: 'Скрий паролата',
  submit: 'Влезте',
  submitting: 'Влизане…',
  noAccount: 'Нямате акаунт?',
  register: 'Регистрирайте се',
  empty: 'Моля попълнете всички полета',
  emptyToast: 'Моля въведете имейл и парола',
  success: 'Успешно влязохте в профила си',
  offline: 'Няма мрежа. За да влезете, е нужен интернет; след това уроците работят и без него.',
} as const;

export const register = {
  title: 'Регистрация',
  lead: 'Безплатният план отваря безплатните курсове веднага.',
  fullName: 'Име и фамилия',
  email: 'Имейл',
  password: 'Парола',
  confirm: 'Потвърдете паролата',
  submit: 'Създайте акаунт',
  submitting: 'Създава се…',
  haveAccount: 'Вече имате акаунт?',
  login: 'Влезте',
  empty: 'Моля попълнете всички полета',
  botMissing: 'Моля потвърдете, че не сте робот',
  mismatch: 'Паролите не съвпадат',
  match: 'Паролите съвпадат',
  weak: 'Паролата не отговаря на всички изисквания.',
  success: 'Акаунтът е създаден!',
  confirmEmail: 'Изпратихме Ви имейл. Отворете линка в него, за да влезете.',
  rulesTitle: 'Паролата съдържа',
} as const;

export const bot = {
  label: 'Не съм робот',
  solving: 'Проверява се… Остават няколко секунди.',
  solved: 'Проверено.',
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

export const strengthText: Record<Strength, string> = { weak: 'Слаба парола', medium: 'Средна парола', strong: 'Силна парола' };
export const ruleState = { met: 'изпълнено', unmet: 'още не' } as const;
