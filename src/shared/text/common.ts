/** Name of the product. */
export const PRODUCT = 'Слой';

/** Texts that several screens share. */
export const common = {
  close: 'Затворете',
  back: 'Назад',
  retry: 'Опитайте отново',
  reload: 'Заредете отново',
  loading: 'Зарежда се',
  notifications: 'Известия',
  skipToContent: 'Към съдържанието',
  home: 'Към началото',
} as const;

export const shell = {
  checking: 'Checking subscription status...',
  crashTitle: 'Нещо се обърка на този екран',
  crashSafe: 'Всичко, което сте направили дотук, е записано на това устройство.',
  crashDetails: 'Подробности',
} as const;

export const siteHeader = {
  label: 'Основна навигация',
  menu: 'Меню',
  home: 'Начало',
  pricing: 'Цени',
  dashboard: 'Dashboard',
  signOut: 'Изход',
  signIn: 'Вход',
  register: 'Регистрация',
  account: 'Профил и настройки',
} as const;

/** Titles of the screens in the browser tab. */
export const titles = {
  landing: 'Учете 3D печат слой по слой',
  nativeWelcome: 'Добре дошли',
  check: 'Проверка на абонамента',
  dashboard: 'Табло',
  dashboardFree: 'Безплатно табло',
  offlineDashboard: 'Офлайн',
  model: 'Преглед на модел',
  notifications: 'Известия',
  certificates: 'Сертификати',
  certificate: 'Проверка на сертификат',
  pricing: 'Цени',
  terms: 'Общи условия',
  privacy: 'Поверителност',
  refund: 'Възстановяване на суми',
  login: 'Вход',
  register: 'Регистрация',
  demo: 'Request a demo',
  contact: 'Пишете ни',
  settings: 'Настройки',
  course: 'Курс',
  video: 'Урок',
  videoFree: 'Безплатен преглед',
  offlineVideos: 'Свалени уроци',
  test: 'Тест',
  news: 'Новина',
  store: 'Магазин',
  cart: 'Количка',
  checkout: 'Плащане',
  checkoutSuccess: 'Плащането е успешно',
  checkoutCancel: 'Отказахте плащането',
  admin: 'Администрация',
  notFound: '404',
} as const;
