import type { AuthProblem } from '../rules/auth-errors';
import { localMailbox } from './local-mailbox';

const invalid = 'Въведете имейл адрес, например ime@primer.bg';
const tooMany = 'Твърде много опити. Изчакайте малко и опитайте пак.';
const problems: Partial<Record<AuthProblem, string>> = {
  already_registered: 'С този адрес вече има профил.',
  invalid_email: invalid,
  too_many_requests: tooMany,
};

/** The card in the settings for an e-mail address that is not confirmed. */
export const addressText = {
  title: 'Имейл адресът не е потвърден',
  lead: (email: string) => `Изпращаме връзка до ${email}. Като я отворите, адресът е потвърден.`,
  waits: 'Ако за този адрес чака купен абонамент или права на администратор, те започват, щом го потвърдите.',
  send: 'Изпратете връзка за потвърждение',
  sending: 'Изпраща се…',
  sent: (email: string) =>
    `Връзката е изпратена до ${email}. Тя важи 10 минути и се използва веднъж. На друго устройство ще зададете и нова парола.`,
  mailbox: localMailbox,
  failed: 'Връзката не е изпратена. Проверете мрежата и опитайте пак.',
  tooMany,
  invalid,
  problems,
  renewedTitle: 'Адресът е потвърден. Новата парола е запазена.',
  renewed: (sessions: number) =>
    `Старата парола беше зададена, преди да потвърдите адреса, и вече не важи${
      sessions > 0 ? `. Прекратихме и ${sessions === 1 ? 'един вход' : `${sessions} входа`} с нея` : ''
    }.`,
  endedTitle: 'Адресът е потвърден. Задайте нова парола',
  ended: (sessions: number) =>
    `Паролата отпреди потвърждението вече не важи${
      sessions > 0 ? `, прекратихме и ${sessions === 1 ? 'един вход' : `${sessions} входа`} с нея` : ''
    }. Неизпратеното остава на устройствата си и тръгва, щом влезете там отново.`,
  later: 'По-късно, с „Забравена парола“',
} as const;
