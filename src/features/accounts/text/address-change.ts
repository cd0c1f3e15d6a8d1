/** The card in the settings that changes a confirmed e-mail address. */
export const changeText = {
  title: 'Имейл адрес',
  lead: (email: string) => `Влизате с ${email}.`,
  open: 'Сменете адреса',
  email: 'Новият имейл',
  send: 'Изпратете връзките',
  sent: (email: string) =>
    `Изпратихме по една връзка до ${email} и до досегашния Ви адрес. Адресът се сменя, щом отворите и двете. Те важат 10 минути.`,
  failed: 'Връзките не са изпратени. Проверете мрежата и опитайте пак.',
} as const;

/** The form that corrects an address which is not confirmed. */
export const correctText = {
  open: 'Сгрешен адрес?',
  email: 'Верният имейл',
  password: 'Паролата Ви',
  wrongPassword: 'Паролата е грешна.',
  send: 'Изпратете връзка до верния адрес',
  sent: (email: string, former: string) =>
    `Изпратихме връзка до ${email}. Профилът остава с адреса ${former}, докато я отворите. Тя важи 10 минути.`,
  failed: 'Връзката не е изпратена. Проверете мрежата и опитайте пак.',
} as const;
