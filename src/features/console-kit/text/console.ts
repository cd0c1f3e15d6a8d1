import { byCount } from '@/shared/format/by-count';
import { counted } from '@/shared/format/format';
/** The sections of the admin console. */
export const consoleTitles = {
  dashboard: 'Табло',
  users: 'Потребители',
  certificates: 'Сертификати',
  courses: 'Курсове',
  notifications: 'Известия',
  news: 'Новини',
  events: 'Събития',
  settings: 'Настройки',
} as const;

export type ConsoleSection = keyof typeof consoleTitles;

/** Ends a sentence with a time. „17:00 ч.“ already ends with a full stop, so avoid a second one. */
const atEnd = (moment: string) => `${moment.replace(/\.$/, '')}.`;

/** Texts of the console's frame, and texts that its sections share. */
export const consoleText = {
  name: 'конзола',
  menu: 'Раздели на конзолата',
  goBack: 'Go Back',
  openMenu: 'Отворете менюто',
  closeMenu: 'Затворете менюто',
  fold: 'Свийте менюто',
  unfold: 'Разгънете менюто',
  site: 'Към сайта',
  signOut: 'Изход',
  news: (count: string) => `Ново в академията: ${count}`,
  noNews: 'Няма нищо ново',
  newsTitle: 'Ново от последното Ви гледане',
  newsItems: ['ново', 'нови'],
  newsKind: {
    user: 'Нов потребител',
    payment: 'Плащане',
    registration: 'Записване за събитие',
    demo_request: 'Заявка за демо',
    launch_signup: 'Записан за магазина',
  },
  newsFailed: 'Новото не се зареди.',
  offlineBanner: 'Няма мрежа. Промените се пазят като чернови на това устройство.',
  dataFrom: (moment: string) => `Данните са от ${atEnd(moment)}`,
  offlineTitle: 'Няма мрежа',
  offlineText: 'Този раздел чете от сървъра. Щом мрежата се върне, ще се зареди сам.',
  failedTitle: 'Разделът не се зареди',
  codeLateTitle: 'Зареждането се бави',
  codeLate: 'Мрежата е бавна или прекъсва. Опитваме отново сами.',
  codeOffline: 'Тази част още не е на устройството. Щом мрежата се върне, ще се зареди сама.',
  codeFailed: 'Не се зареди. Проверете мрежата и опитайте отново.',
  forbiddenTitle: 'Нямате права за този раздел',
  forbiddenText: 'Правата Ви на администратор са отнети или сесията е изтекла. Нищо въведено не е загубено.',
  signInAgain: 'Влезте отново',
  retry: 'Опитайте отново',
  refresh: 'Обновете',
  detail: 'Причина',
  loading: 'Зарежда се',
  none: 'няма',
  cancel: 'Отказ',
  save: 'Запазете',
  close: 'Затворете',
  edit: 'Редактирайте',
  remove: 'Изтрийте',
  search: 'Търсене',
  clearSearch: 'Изчистете търсенето',
  actions: 'Действия',
  actionsOf: (title: string) => `Действия: ${title}`,
  page: (page: string, pages: string) => `Страница ${page} от ${pages}`,
  range: (from: string, to: string, total: string) => `${from}–${to} от ${total}`,
  previousPage: 'Предишна страница',
  nextPage: 'Следваща страница',
  pages: 'Страници',
  table: 'Като таблица',
  chart: 'Като графика',
  csv: 'Свалете CSV',
  csvRows: (done: string, total: number) => `Свалени: ${done} от ${counted(total, 'ред', 'реда')}`,
  csvFailed: 'Файлът не се свали.',
  tooMany: (minutes: number) => `Твърде много опити. Опитайте отново след ${minutes} мин.`,
  noAnswer: 'Сървърът не отговаря. Въведеното е запазено на това устройство.',
  fileTooLarge: 'Файлът е по-голям, отколкото сървърът приема. Границата се променя в настройките на хранилището.',
  trashed: 'Преместено в кошчето',
  undo: 'Върнете',
  restored: 'Върнато е',
  restoreFailed: 'Не можа да се върне.',
} as const;

/** Texts that all forms of the console share: drafts, conflicts, and other administrators who edit the same row. */
export const formText = {
  restored: (moment: string) => `Върнахме незаписаното от ${atEnd(moment)}`,
  discard: 'Отхвърлете черновата',
  unsaved: 'Незапазени промени, пазят се на това устройство',
  conflictTitle: 'Редът се промени, докато пишехте',
  conflictLead: 'Изберете кое остава. Нищо не е загубено.',
  conflictTrashed: 'Друг администратор премести реда в кошчето. Възстановете го, за да запишете своето.',
  restoreRow: 'Възстановете',
  field: 'Поле',
  mine: 'Моето',
  theirs: 'На другия',
  merged: 'Слято: само едната страна го е променила',
  useMerged: 'Запишете избраното',
  empty: '(празно)',
  yes: 'да',
  no: 'не',
  alsoHere: (names: string) => `Този ред е отворен и от: ${names}.`,
  confirmRemove: (title: string) => `„${title}“ отива в кошчето и може да се върне 30 дни.`,
  inside: (count: number) =>
    count === 0
      ? 'Сега никой не е вътре.'
      : `${counted(count, 'курсист е', 'курсисти са')} вътре сега: ${byCount(count, 'може', 'могат')} да ${byCount(count, 'довърши', 'довършат')} започнатото, докато не ${byCount(count, 'презареди', 'презаредят')} страницата.`,
  insideLoading: 'Проверяваме колко курсисти са вътре…',
  insideUnknown: 'Не можахме да проверим колко курсисти са вътре. Започнатото може да се довърши.',
  mergedToast: 'Промените на другия администратор са запазени заедно с Вашите.',
  wrong: 'Проверете отбелязаните полета.',
  required: 'Полето е задължително',
  tooLong: (max: number) => `Най-много ${max} знака`,
  dateTooLate: 'Изберете дата до 30.12.9999 г.',
} as const;

/** Texts of /admin/login. The specification gives them in English. */
export const adminLoginText = {
  title: 'Admin Login',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  submitting: 'Signing in...',
  loading: 'Loading...',
  show: 'Show password',
  hide: 'Hide password',
  noAnswer: 'Не можем да се свържем със сървъра. Проверете мрежата и опитайте отново.',
  tooMany: 'Твърде много опити. Изчакайте малко и опитайте отново.',
  empty: 'Попълнете имейл и парола.',
  site: 'Към сайта',
  unproven: 'Ако правата Ви чакат потвърден имейл, влезте веднъж с връзка по имейл и после се върнете тук.',
  toLogin: 'Към входа с връзка',
  withdrawn: 'Правата на този акаунт в конзолата са отнети.',
} as const;

/** Texts of the picture field. */
export const imageText = {
  choose: 'Изберете картинка',
  replace: 'Друга картинка',
  remove: 'Без картинка',
  reasons: {
    too_large: 'файлът е над 20 MB',
    no_picture: 'файлът не е картинка',
    heic: 'този браузър не отваря HEIC; запишете снимката като JPEG',
    too_slow: 'картинката има твърде много точки; намалете я',
  },
} as const;
