import { counted } from '@/shared/format/format';

/** The dashboard's frame: sections, menus, the sync chip. */
export const sections = {
  home: 'Начало',
  courses: 'Моите курсове',
  achievements: 'Постижения',
  store: 'Магазин',
  certificates: 'Сертификати',
  events: 'Събития',
  activity: 'Активност',
  notifications: 'Известия',
} as const;

export type Section = keyof typeof sections;

export const frame = {
  sidebar: 'Раздели',
  bottomBar: 'Бърз достъп',
  openMenu: 'Отворете менюто',
  closeMenu: 'Затворете менюто',
  search: 'Търсене',
  clearSearch: 'Изчистете търсенето',
  courses: 'Курсове',
  downloaded: 'Свалени',
  library: 'Your library',
  locked: 'само за Pro и Premium',
  pro: 'PRO',
  unlock: 'Отключете Pro',
} as const;

export const userMenu = {
  open: 'Меню на профила',
  settings: 'Настройки на профила',
  subscription: 'Управление на абонамента',
  newWindow: '(отваря нов прозорец)',
  portalTitle: 'Отваря се нов прозорец',
  portalText: 'Абонаментът се управлява при доставчика на плащания.',
  portalOffline: 'Няма мрежа',
  portalOfflineText: 'Управлението на абонамента иска връзка с интернет. Опитайте, когато се върне.',
  errorTitle: 'Грешка',
  noEmail: 'Не можем да намерим вашия имейл адрес',
  theme: 'Тема',
  themes: { system: 'Като системата', light: 'Светла', dark: 'Тъмна' },
  signOut: 'Изход',
  signOutTitle: 'Има неизпратени записи',
  signOutText: (count: string) =>
    `Неизпратени: ${count}. Всичко остава на това устройство и ще тръгне, когато отново влезете тук със същия профил.`,
  signOutAnyway: 'Излезте въпреки това',
  stay: 'Останете',
  askDiscard: 'Изтрийте ги',
  discard: 'Изтрийте ги и излезте',
  discardTitle: 'Да се изтрие ли неизпратеното?',
  discardText: (count: string) =>
    `Неизпратени: ${count}. Те са само на това устройство и след изтриването никой не може да ги върне.`,
  discardCancel: 'Не, назад',
  record: ['запис', 'записа'],
} as const;

const inARow = (days: number) => counted(days, 'ден поред', 'дни поред');

export const appBar = {
  streak: (days: number | undefined) => (days === undefined ? 'Серия' : `Серия: ${inARow(days)}`),
  notifications: (unread: number) =>
    unread ? `Известия: ${counted(unread, 'непрочетено', 'непрочетени')}` : 'Известия',
} as const;
