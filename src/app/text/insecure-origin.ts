/** Shown on an origin without https. Loaded late, because the first screen does not need this text. */
export const insecureOriginText = {
  label: 'Адресът не е защитен',
  text: 'Този адрес не е защитен (https). Всичко работи, докато има мрежа, но уроци не се свалят и без мрежа сайтът не се отваря.',
} as const;
