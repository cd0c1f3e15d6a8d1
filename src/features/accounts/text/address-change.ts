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
