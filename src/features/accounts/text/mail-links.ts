import type { AuthProblem, OwnWords } from '../rules/auth-errors';
import { type AuthMessage, loginMessage, validation } from './auth';
import { localMailbox } from './local-mailbox';
import { registerMessage } from './register';

/** Requesting an e-mail from /login. */
export const askMail = {
  link: {
    title: 'Вход с връзка по имейл',
    lead: 'Ще Ви изпратим връзка, с която влизате без парола.',
  },
  reset: {
    title: 'Забравена парола',
    lead: 'Ще Ви изпратим връзка, с която задавате нова парола.',
  },
  email: 'Имейл',
  submit: 'Изпратете връзката',
  submitting: 'Изпраща се…',
  back: 'Обратно към входа',
  sentTitle: 'Проверете пощата си',
  sent: (email: string) =>
    `Ако има профил с адрес ${email}, писмото вече пътува. Връзката в него важи 10 минути и се използва веднъж.`,
  sentElsewhere: 'Може да я отворите на което устройство искате да влезете.',
  again: 'Изпратете отново',
  sentAgain: 'Изпратено отново. И двете връзки важат по 10 минути.',
  mailbox: localMailbox,
} as const;

/** The screen that an e-mailed link opens. */
export const linkText = {
  enterTitle: 'Вход с връзка',
  enterLead: 'Натиснете бутона, за да влезете. Връзката се използва веднъж.',
  enter: 'Влезте в профила си',
  entering: 'Влизане…',
  changeTitle: 'Нов имейл адрес',
  changeLead: 'Натиснете бутона, за да потвърдите смяната на адреса. Връзката се използва веднъж.',
  change: 'Потвърдете смяната',
  changing: 'Потвърждава се…',
  halfTitle: 'Остава още една връзка',
  half: 'Потвърждението е прието. Отворете и връзката, която изпратихме до другия адрес; дотогава влизате с досегашния.',
  other: (email: string) =>
    `Сега тук е влязъл ${email}. Ако връзката е за друг профил, този ще излезе; записаното остава на устройството.`,
  resetTitle: 'Нова парола',
  resetLead: 'След смяната другите Ви устройства излизат от профила.',
  password: 'Нова парола',
  confirm: 'Повторете новата парола',
  save: 'Запазете и влезте',
  saving: 'Запазва се…',
  saved: 'Паролата е сменена',
  savedText: 'Влязохте с нея. На другите устройства влезте отново.',
  same: 'Новата парола трябва да е различна от старата.',
  deadTitle: 'Връзката вече не важи',
  dead: 'Използвана е, минали са повече от 10 минути, или адресът или паролата са сменени след нея. Поискайте друга от страницата за вход.',
  brokenTitle: 'Връзката не е цяла',
  broken: 'Отворете я направо от писмото или копирайте целия адрес.',
  toLogin: 'Към входа',
} as const;

/** Error messages for requesting an e-mail or setting a password. */
export function mailProblem(problem: AuthProblem, words: OwnWords): AuthMessage {
  if (problem === 'same_password') return validation(linkText.same);
  if (problem === 'invalid_email' || problem.endsWith('_password')) return registerMessage(problem);
  return loginMessage(problem, words);
}
