// Bulgarian text of the e-mail that tells an account that a second factor was set up.

export const factorText = {
  title: 'Включен е код при вход в Слой',
  message:
    'За Вашия профил беше включен код при вход от приложение на телефон, а другите влизания бяха прекратени. Ако не сте били Вие, задайте нова парола с „Забравена парола“ и пишете на екипа на Слой.',
} as const;
