import { counted, formatDate } from '@/lib/format';

/** What people read about downloads and on the offline home. Texts in English are the specification's own. */
export const downloadText = {
  start: 'Свали за офлайн',
  queued: 'На опашката',
  downloading: (percent: number) => `Сваля се ${percent} %`,
  waiting: 'Чака мрежа',
  paused: (percent: number) => `На пауза, ${percent} %`,
  pause: 'Пауза',
  resume: 'Продължи',
  cancel: 'Откажи свалянето',
  retry: 'Retry',
  failed: 'Failed',
  done: 'Downloaded',
  remove: 'Изтрий от устройството',
  progress: 'Сваляне на урока',
  confirmTitle: 'Изтриване на сваления урок?',
  confirmText: 'Видеото ще се изтрие от това устройство. Напредъкът и бележките Ви остават.',
  confirmYes: 'Изтрий',
  confirmNo: 'Остави',
  close: 'Затвори',
  removed: 'Сваленият урок е изтрит',
  orderFailed: 'Устройството не можа да запише промяната',
} as const;

/** Why a download failed, in words; the first two are the specification's. */
export function failureText(code: 'http' | 'no_reader' | 'network' | 'no_space' | 'storage', detail: string): string {
  switch (code) {
    case 'http':
      return `Failed to download video: ${detail}`;
    case 'no_reader':
      return 'Failed to get response reader';
    case 'network':
      return 'Мрежата прекъсва. Свалянето ще продължи само, когато се върне.';
    case 'no_space':
      return 'На устройството няма достатъчно място. Освободете място и опитайте отново.';
    case 'storage':
      return 'Браузърът не можа да запише файла.';
  }
}

export const offlineText = {
  title: 'Свалени уроци',
  offline: 'Offline',
  online: 'Online',
  refresh: 'Обнови',
  refreshed: 'Обновено',
  stillOffline: 'Няма мрежа. Показаното е от това устройство.',
  backOnline: 'Отново сте онлайн. Отваряме таблото…',
  storage: 'Заето място',
  videos: (count: number) => counted(count, 'свален урок', 'свалени урока'),
  used: (size: string) => `${size} общо`,
  queue: 'Свалят се',
  emptyTitle: 'No Offline Videos',
  emptyText: 'Отворете урок, докато имате интернет, и натиснете „Свали за офлайн“. После го гледате тук, и без мрежа.',
  emptyDesktop: 'Уроците се свалят на телефон или таблет с план Premium.',
  toCourses: 'Към курсовете',
  lockedTitle: 'Свалените уроци са заключени',
  lockedText: 'Те са запазени на устройството и ще се пускат отново, щом планът Ви Premium е активен.',
  plans: 'Вижте плановете',
  play: (title: string) => `Пусни ${title}`,
  playing: 'Пуснат',
  closePlayer: 'Затвори плейъра',
  offlineMode: 'Offline Mode',
  downloadedAt: (date: string) => `Свален на ${formatDate(date)}`,
  tests: 'Тестове без интернет',
  testsHint: 'Отговорите се пазят на устройството и се изпращат, когато има мрежа.',
  courses: 'Курсове на това устройство',
  loading: 'Свалените уроци се зареждат',
  noCourse: 'Други уроци',
} as const;
