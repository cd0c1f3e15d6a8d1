// Shown for unknown URLs and for screens that do not exist yet.

export const notFound = {
  code: '404',
  title: 'Страницата не е намерена',
  text: 'Адресът е сгрешен или страницата вече не съществува.',
  home: 'Към началната страница',
} as const;

export const inPreparation = {
  title: 'В подготовка',
  text: 'Този екран още се изработва. Останалото работи.',
  dashboard: 'Към таблото',
  back: 'Назад',
} as const;
