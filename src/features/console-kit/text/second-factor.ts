/** Texts of the second factor: the tab „Сигурност“ of the console's settings, and the dialog that asks for a code. */
export const secondFactorText = {
  title: 'Код при вход',
  lead: 'С код от приложение на телефона Ви никой не влиза в конзолата само с откраднатата Ви парола. За уроците код не е нужен.',
  failed: 'Настройката не се зареди.',
  off: 'Изключен',
  on: 'Включен',
  since: (date: string) => `от ${date}`,
  setUp: 'Настройте',
  passwordLead: 'Влезте отново с паролата си, за да настроите кода при вход.',
  scan: 'Сканирайте кода с приложение като Google Authenticator, Aegis или 2FAS. Ако сте на същия телефон, въведете ключа в приложението.',
  qr: 'QR код за приложението',
  secret: 'Ключ',
  copySecret: 'Копирайте ключа',
  copied: 'Копирано',
  notCopied: 'Не се копира. Изберете текста и го копирайте сами.',
  code: 'Код от приложението',
  codeHint: 'Шест цифри',
  confirm: 'Потвърдете',
  cancel: 'Отказ',
  enabled: 'Кодът при вход е включен. Другите Ви устройства излязоха от профила.',
  codesTitle: 'Кодове за възстановяване',
  codesLead:
    'Ако загубите телефона, един от тези кодове премахва кода при вход. Запазете ги сега: няма да ги видите отново.',
  codesMissing: 'Кодовете за възстановяване не се създадоха. Опитайте с „Нови кодове“.',
  copyCodes: 'Копирайте',
  download: 'Свалете .txt',
  fileName: 'sloy-kodove.txt',
  stored: 'Запазих ги',
  newCodes: 'Нови кодове',
  newCodesLead: 'Новите кодове за възстановяване заменят досегашните.',
  remove: 'Махнете кода при вход',
  removeLead: 'Въведете код от приложението, за да го махнете.',
  removed: 'Кодът при вход е махнат.',
  wrongCode: 'Кодът не е верен или вече е използван. Изчакайте следващия.',
  wrongRecovery: 'Кодът за възстановяване не е верен.',
  tooMany: 'Твърде много опити. Изчакайте и опитайте отново.',
  noAnswer: 'Сървърът не отговаря. Проверете мрежата и опитайте отново.',
  askTitle: 'Въведете код',
  askLead: 'Отворете приложението за кодове на телефона си. Въведеното в конзолата се пази.',
  askAgainTitle: 'Влезте отново',
  askAgainLead: 'Правата в конзолата изтичат след 12 часа без работа и след 30 дни. Въведеното се пази.',
  endedLead: 'Сесията Ви изтече. Въведеното се пази, а започнатото продължава, щом влезете.',
  password: 'Парола',
  proceed: 'Продължете',
  lost: 'Нямам приложението',
  back: 'Имам приложението',
  recovery: 'Код за възстановяване',
  recoveryLead:
    'Кодът за възстановяване премахва кода при вход. После го настройте отново в „Настройки“ → „Сигурност“.',
  recovered: 'Кодът при вход е премахнат. Настройте го отново.',
  signOut: 'Изход',
} as const;

/** What to say about a failed code. @param error of supabase-js, or any other */
export function codeFault(error: unknown): string {
  const { code, status } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown;
    status?: unknown;
  };
  if (status === 429 || code === 'too_many') return secondFactorText.tooMany;
  return code === 'mfa_verification_failed' ? secondFactorText.wrongCode : secondFactorText.noAnswer;
}
