/** The statistics of lessons and quizzes. */
export const statisticsText = {
  video: 'Урок',
  viewers: 'Зрители',
  completed: 'Завършили',
  share: 'Гледан дял',
  remaining: 'Докъде гледат',
  part: 'Част от урока',
  watched: 'Гледали',
  dropOffAbout: (first: string, last: string) =>
    `Дял на зрителите по двайсети от урока: началото гледат ${first}, края ${last}.`,
  dropOffLayer: 'Един слой = 10 % от зрителите',
  quiz: 'Тест',
  attempts: 'Опити',
  learners: 'Курсисти',
  passRate: 'Успеваемост',
  average: 'Среден резултат',
  hardest: 'Най-трудни въпроси',
  wrong: 'грешни',
  commonWrong: 'Най-честа грешка',
  none: 'Още няма данни.',
  noLessons: 'В курса още няма уроци и тестове, за които да има статистика.',
  failed: 'Статистиката не се зареди.',
} as const;
