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
