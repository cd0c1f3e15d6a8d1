/** The dashboard's frame: sections, menus, the chip that tells about sync. */
export const sections = {
  home: 'Начало',
  courses: 'Моите курсове',
  achievements: 'Постижения',
  store: 'Магазин',
  certificates: 'Сертификати',
  events: 'Събития',
} as const;

export type Section = keyof typeof sections;

export const frame = {
  sidebar: 'Раздели',
  bottomBar: 'Бърз достъп',
  openMenu: 'Отвори менюто',
  closeMenu: 'Затвори менюто',
  courses: 'Курсове',
  downloaded: 'Свалени',
  library: 'Your library',
  pro: 'PRO',
  unlock: 'Отключете Pro',
  comingTitle: 'В подготовка',
  coming: (section: string) => `Разделът „${section}“ още се изработва.`,
} as const;

export const userMenu = {
  open: 'Меню на профила',
  notifications: 'Известия',
  settings: 'Настройки на профила',
  theme: 'Тема',
  themes: { system: 'Като системата', light: 'Светла', dark: 'Тъмна' },
  signOut: 'Изход',
  signOutTitle: 'Има неизпратени записи',
  signOutText: (count: string) => `Неизпратени: ${count}. Всичко остава на това устройство и ще тръгне, когато отново влезете тук със същия профил.`,
  signOutAnyway: 'Излезте въпреки това',
  stay: 'Останете',
  record: ['запис', 'записа'],
} as const;

export const appBar = {
  streak: (days: number) => `${days === 1 ? '1 ден' : `${days} дни`} поред`,
  notifications: (unread: number) => (unread ? `Известия: ${unread} непрочетени` : 'Известия'),
} as const;
