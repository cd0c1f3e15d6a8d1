/** Said at an address without https, and loaded late: it is no part of the words that the first screen needs. */
export const unsafeAddress = {
  label: 'Адресът не е защитен',
  text: 'Този адрес не е защитен (https). Всичко работи, докато има мрежа, но уроци не се свалят и без мрежа сайтът не се отваря.',
} as const;
