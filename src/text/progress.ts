/** How far a learner is in a course, in words. Apart from the other texts of courses, since the first paint says it. */
export const progressText = {
  lessonsDone: (completed: number, total: number) => `${completed} от ${total}`,
  lessonsWord: (total: number) => (total === 1 ? 'урок' : 'урока'),
  printed: (completed: number, total: number) => `Напредък: ${completed} от ${total} завършени урока`,
} as const;
