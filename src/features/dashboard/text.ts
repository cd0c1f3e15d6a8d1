/** Начало: the lesson to continue with, and news of the school. */
export const home = {
  greeting: (name: string) => (name ? `Здравейте, ${name}` : 'Здравейте'),
  continueLead: 'Продължете оттам, където спряхте',
  startLead: 'Започнете оттук',
  lesson: (number: number, title: string) => `Урок ${number}: ${title}`,
  watch: 'Гледайте',
  left: (time: string) => `остават ${time}`,
  courses: 'Последни курсове',
  all: 'Всички',
  allCourses: 'Всички курсове',
  allAchievements: 'Всички постижения',
  allEvents: 'Всички събития',
  doneTitle: 'Изгледахте всичко',
  doneText: 'Всички уроци в курсовете Ви са завършени.',
  loading: 'Зарежда се',
  /** Shown on the first visit until the first sync has ended. */
  firstVisit:
    'Сваляме курсовете и напредъка Ви на това устройство. При бавна мрежа отнема малко. После се отварят веднага, и без мрежа.',
} as const;
