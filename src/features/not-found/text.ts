// Shown for unknown URLs.

export const notFound = {
  code: '404',
  title: 'Страницата не е намерена',
  text: 'Адресът е сгрешен или страницата вече не съществува.',
  home: 'Към началната страница',
} as const;
