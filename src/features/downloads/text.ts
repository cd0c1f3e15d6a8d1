import type { DownloadFailure } from '@/shared/downloads';
import { byCount } from '@/shared/format/by-count';
import { counted, formatDate } from '@/shared/format/format';

/** Texts of downloads and of the offline home. English texts are quoted from the specification. */
export const downloadText = {
  start: 'Свалете за офлайн',
  queued: 'На опашката',
  downloading: (percent: number) => `Сваля се ${percent} %`,
  waiting: 'Чака мрежа',
  keepOpen: 'Свалянето остава, докато е отворено приложението. Затворите ли го, продължава при следващото отваряне.',
  paused: (percent: number) => `На пауза, ${percent} %`,
  pause: 'Пауза',
  resume: 'Продължете',
  cancel: 'Откажете свалянето',
  retry: 'Retry',
  failed: 'Failed',
  done: 'Downloaded',
  remove: 'Изтрийте от устройството',
  progress: 'Сваляне на урока',
  confirmTitle: 'Изтриване на сваления урок?',
  confirmText: 'Видеото ще се изтрие от това устройство. Напредъкът и бележките Ви остават.',
  confirmYes: 'Изтрийте',
  confirmNo: 'Оставете',
  close: 'Затворете',
  removed: (count: number) =>
    count === 1 ? 'Сваленият урок е изтрит' : `Изтрити са ${counted(count, 'свален урок', 'свалени урока')}`,
  check: 'Проверете файла',
  checking: 'Проверява се',
  sound: 'Файлът е здрав',
  damaged: 'Файлът е повреден. Повредената част се сваля отново.',
  newer: 'Урокът има по-нова версия.',
  renew: 'Свалете я',
  newerFetched: 'Урокът има по-нова версия. Сваля се тя.',
  missing: 'Файлът липсва на устройството и се сваля отново.',
  orderFailed: 'Устройството не можа да запише промяната',
} as const;

/** Texts of the setting that allows downloads only over Wi-Fi. */
export const wifiText = {
  only: 'Само през Wi-Fi',
  onlyHint: 'С мобилни данни свалянето чака.',
  waiting: 'Чака Wi-Fi',
  title: 'Сваляне с мобилни данни?',
  question: (size: string) => `Свалянето е ${size} и сега сте на мобилни данни.`,
  yes: 'Свалете',
  no: 'Не сега',
  close: 'Затворете',
} as const;

/** The text for a failed download. The first two texts are quoted from the specification. */
export function failureText(code: DownloadFailure['code'], detail: string): string {
  switch (code) {
    case 'http':
      return `Failed to download video: ${detail}`;
    case 'no_reader':
      return 'Failed to get response reader';
    case 'network':
      return 'Мрежата прекъсва. Свалянето ще продължи само, когато се върне.';
    case 'no_space':
      return 'На устройството няма достатъчно място. Освободете място и опитайте отново.';
    case 'no_blobs':
      return 'Този браузър не може да пази видеа, както става в частен прозорец. Опитайте в обикновен прозорец или в друг браузър.';
    case 'limit':
      return 'Свалените уроци стигнаха ограничението, което сте избрали.';
    case 'storage':
      return 'Браузърът не можа да запише файла.';
  }
}

/** Shown when there is no room for a download. */
export const roomText = {
  offer: (title: string, size: string) => `Най-старият завършен урок на устройството е „${title}“ (${size}).`,
  remove: 'Изтрийте го и продължете',
  none: 'Сред свалените няма завършен урок, който да предложим за изтриване.',
  limit: 'Променете ограничението',
} as const;

/** Shown for downloads that the integrity check at startup found damaged. */
export const damagedText = {
  title: (count: number) =>
    count === 1 ? 'Един свален урок е повреден' : `${counted(count, 'свален урок', 'свалени урока')} са повредени`,
  text: 'Напредъкът и бележките са запазени. Ще се свалят отново само повредените части.',
  repair: (parts: number) => `Поправете ${counted(parts, 'част', 'части')}`,
  chip: 'повреден',
  repairing: (parts: number) => `${counted(parts, 'част се сваля', 'части се свалят')} отново`,
} as const;

/** Download of a whole course. */
export const courseDownloadText = {
  label: 'Сваляне на курса',
  start: 'Свалете целия курс',
  rest: (count: number) => `Свалете ${byCount(count, 'останалия', 'останалите')} ${counted(count, 'урок', 'урока')}`,
  progress: (complete: number, total: number, percent: number) => `Свалени ${complete} от ${total} · ${percent} %`,
  paused: 'На пауза',
  waiting: 'Чака мрежа',
  resume: 'Продължете свалянето на курса',
  cancel: 'Откажете свалянето на курса',
  done: 'Целият курс е свален',
  noSpace: 'На устройството няма достатъчно място за курса',
  noSpaceHint: (needed: string, free: string) => `Нужни са ${needed}, свободни са ${free}.`,
} as const;

export const offlineText = {
  title: 'Офлайн',
  offline: 'Offline',
  online: 'Online',
  refresh: 'Обновете',
  refreshed: 'Обновено',
  unanswered: 'Сървърът не отговори. Показаното е от това устройство.',
  stillOffline: 'Няма мрежа. Показаното е от това устройство.',
  backOnline: 'Отново сте онлайн. Отваряме таблото…',
  storage: 'Заето място',
  videos: (count: number) => counted(count, 'свален урок', 'свалени урока'),
  used: (size: string) => `${size} общо`,
  free: (size: string) => `${size} свободни`,
  manage: 'Управление',
  downloaded: 'Свалени уроци',
  queue: 'Свалят се',
  emptyTitle: 'No Offline Videos',
  emptyText:
    'Отворете урок, докато имате интернет, и натиснете „Свалете за офлайн“. После го гледате тук, и без мрежа.',
  emptyDesktop: 'Уроците се свалят на телефон или таблет с план Premium.',
  emptyPlan: 'Свалянето е част от план Premium: уроците се гледат на телефон или таблет и без мрежа.',
  toCourses: 'Към курсовете',
  toDashboard: 'Към таблото',
  lockedTitle: 'Свалените уроци са заключени',
  lockedText: 'Те са запазени на устройството и ще се пускат отново, щом планът Ви Premium е активен.',
  plans: 'Вижте плановете',
  play: (title: string) => `Пуснете ${title}`,
  closePlayer: 'Затворете плейъра',
  offlineMode: 'Offline Mode',
  downloadedAt: (date: string) => `Свален на ${formatDate(date)}`,
  noCourse: 'Други уроци',
  loading: 'Свалените уроци се зареждат',
  sections: 'Раздели',
  home: 'Офлайн начало',
  notDownloaded: 'Този урок не е свален. Ще се отвори, когато се върне интернетът.',
  signedOut: 'Не сте влезли на това устройство',
  signedOutText: 'Свалените уроци и напредъкът се отварят с профила, с който са направени.',
  signedOutOffline:
    'Свалените уроци и напредъкът се отварят с профила, с който са направени. За да влезете, е нужен интернет.',
  signIn: 'Към входа',
} as const;

/** Further texts of the offline home. */
export const offlineHomeText = {
  learning: 'Вашето учене',
  days: (days: number) => counted(days, 'ден поред', 'дни поред'),
  noStreak: 'Серията започва с първия урок днес',
  lessons: (done: number, total: number) => `${done} от ${counted(total, 'урок', 'урока')}`,
  lessonsHint: 'завършени дотук',
  kept: 'Записва се тук и се изпраща само, щом има мрежа.',
  tests: 'Тестове без интернет',
  quizzesHint: 'Отговорите се пазят на устройството и се изпращат, когато има мрежа.',
  notifications: 'Известия',
  unread: 'Непрочетено',
  open: 'Отворете',
  noNotifications: 'Няма известия на това устройство.',
  news: 'Новини',
  noNews: 'Няма новини на това устройство.',
  courses: 'Курсове на това устройство',
  coursesHint: 'Описанията, субтитрите и текстовете на уроците се четат и без видео.',
  elseTitle: 'Какво още работи без интернет',
  worksTitle: 'Работи сега',
  works: {
    downloads: 'Свалените уроци, субтитрите и текстът им',
    texts: 'Описанията на курсовете и уроците',
    tests: 'Тестовете, с резултат веднага',
    discussion: 'Бележки, харесвания и коментари: тръгват сами по-късно',
    progress: 'Напредъкът и серията Ви',
  },
  waitsTitle: 'Чака интернет',
  waits: {
    lessons: 'Уроци, които не са свалени',
    downloads: 'Нови сваляния и допълнителни файлове',
    videos: 'Видеото на уроците',
    files: 'Допълнителните файлове',
    payments: 'Плащания и промени на плана',
  },
} as const;

/** The download manager (specification 2 §2.8). */
export const managerText = {
  installWhy: 'Браузърът може да изтрие свалените уроци, когато му трябва място. Инсталираното приложение ги пази.',
  install: 'Как се инсталира',
  title: 'Свалени уроци',
  back: 'Назад',
  notHere: 'Desktop Not Supported - Offline video downloads are only available on mobile devices.',
  notHereHint: 'Отворете Слой на телефон или таблет с план Premium и вземете уроците със себе си.',
  play: 'Пуснете',
  all: 'Изберете всички',
  course: (title: string) => `Изберете целия курс ${title}`,
  one: (title: string) => `Изберете ${title}`,
  clearAll: 'Clear All',
  clearConfirm: 'Are you sure you want to delete all downloaded videos?',
  deleteSelected: (count: number) => `Delete Selected (${count})`,
  deleteConfirm: (count: number) =>
    `${byCount(count, 'Ще се изтрие', 'Ще се изтрият')} ${counted(count, 'свален урок', 'свалени урока')} от това устройство.`,
  kept: 'Напредъкът и бележките Ви остават.',
  warning: 'Storage Warning',
  warningText: (size: string) =>
    `Свалените уроци заемат ${size}. Изтрийте изгледаните, за да остане място за други неща.`,
  checkOf: (title: string) => `Проверете файла на ${title}`,
} as const;
