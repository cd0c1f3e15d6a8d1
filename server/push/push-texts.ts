/** Texts of push messages that do not come from a notification. */
export const pushTexts = {
  product: 'Слой',
  reminder: { title: 'Време е за урок', body: 'Няколко минути днес пазят поредицата Ви.' },
  /** `count` is four or more. */
  combined: (count: number) => ({
    title: `${count} нови известия`,
    body: 'Дойдоха през тихите часове.',
  }),
  comment: 'Отворете урока, за да го прочетете.',
  result: 'Отворете теста, за да видите резултата.',
  test: { title: 'Пробно съобщение', body: 'Известията на това устройство работят.' },
} as const;
