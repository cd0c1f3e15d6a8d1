import { counted } from '@/shared/format/format';

/** The section Събития. The names of event types and some labels are in `home-blocks.ts`, because the home shows events, too. */
export const eventsText = {
  title: 'Събития',
  loading: 'Събитията се зареждат',
  search: 'Търсене в събитията',
  searchHint: 'Заглавие, място или вид',
  clear: 'Изчистете търсенето',
  filter: 'Кои събития',
  filters: { upcoming: 'Предстоящи', mine: 'Моите', past: 'Минали' },
  register: 'Запишете се',
  unregister: 'Отпишете се',
  join: 'Включете се',
  joinOf: (title: string) => `Включете се в „${title}“ (нов прозорец)`,
  joinKept: 'Линкът се пази и на устройството.',
  joinLater: 'Линкът за включване се появява тук 15 минути преди началото.',
  waiting: 'Чака потвърждение от сървъра',
  cancelled: 'Отменено',
  over: 'Приключи',
  calendarFileOf: (title: string) => `Добавете „${title}“ в календара си`,
  calendarCancel: 'Отразете отмяната в календара си',
  calendarMine: 'Моите събития като файл за календар',
  full: (taken: number, most: number) => `Събитието е пълно: ${taken} от ${counted(most, 'място', 'места')}`,
  startsIn: (minutes: number) =>
    minutes < 60
      ? `Започва след ${counted(minutes, 'минута', 'минути')}`
      : `Започва след ${counted(Math.round(minutes / 60), 'час', 'часа')}`,
  none: {
    upcoming: { title: 'Няма предстоящи събития', text: 'Щом обявим ново, ще го видите тук и в календара.' },
    mine: { title: 'Още не сте записани за събитие', text: 'Запишете се за някое от предстоящите.' },
    past: { title: 'Няма минали събития', text: 'Тук остават събитията, които са приключили.' },
  },
  noMatch: 'Нищо не отговаря на търсенето',
  noMatchText: 'Опитайте с друга дума или изчистете търсенето.',
  failed: 'Събитията не можаха да се прочетат',
  failedText: 'Презаредете страницата. Записванията Ви са запазени.',
  notHere: 'Събитията още не са на това устройство',
  notHereText: 'Ще дойдат с първата връзка със сървъра.',
  calendar: 'Календар',
} as const;

/** Toasts of the registration (specification 2 §5 and §8). */
export const registrationToasts = {
  registered: (title: string) => `Успешно се записахте за събитието "${title}"`,
  unregistered: (title: string) => `Успешно се отписахте от събитието "${title}"`,
  offline: 'Записано е на устройството. Ще се изпрати, щом има връзка.',
  signInTitle: 'Необходим е вход',
  signInText: 'Моля, влезте в профила си, за да се запишете за събитие',
  fullTitle: 'Събитието е пълно',
  fullText: 'Това събитие вече е достигнало максималния брой участници',
  errorTitle: 'Грешка',
  registerFailed: (message: string) => `Не успяхме да ви запишем за събитието: ${message}`,
  unregisterFailed: (message: string) => `Не успяхме да ви отпишем от събитието: ${message}`,
  unexpected: (message: string) => `Възникна проблем: ${message}`,
} as const;
