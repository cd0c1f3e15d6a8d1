import type { NotificationRow } from '@/domain/rows';

/** The bell's list. */
export const notificationText = {
  title: 'Известия',
  justNow: 'Just now',
  markAll: 'Отбележи всички като прочетени',
  all: 'Всички известия',
  unread: 'Непрочетено',
  newWindow: '(отваря нов прозорец)',
  types: { info: 'Информация', success: 'Добра новина', warning: 'Предупреждение', error: 'Грешка' } satisfies Record<
    NotificationRow['type'],
    string
  >,
  loading: 'Известията се зареждат',
  empty: 'No notifications',
  emptyText: 'Когато има нещо ново за Вас, ще го видите тук.',
  failed: 'Failed to fetch notifications',
  failedText: 'Устройството не успя да прочете записаното. Презаредете страницата; нищо не е изгубено.',
  countFailed: 'Failed to fetch unread count',
  offline: 'Няма мрежа. Показано е последното, което устройството е получило.',
  notHere: 'Известията още не са на това устройство',
  offlineEmpty: 'Няма мрежа. Ще дойдат сами, щом се върне.',
  unansweredEmpty: 'Сървърът не отговаря. Ще дойдат сами, щом отговори.',
  signedOutEmpty: 'Влезте отново, за да получите известията си.',
  pushed: 'Ново съобщение',
  follow: 'Отворете',
  close: 'Затвори',
  unknownError: 'An unknown error occurred',
} as const;
