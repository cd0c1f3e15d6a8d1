/** Progress in a course. Separate from the other course texts, because the first paint shows these. */
export const progressText = {
  lessonsDone: (completed: number, total: number) => `${completed} от ${total}`,
  lessonsWord: (total: number) => (total === 1 ? 'урок' : 'урока'),
  printed: (completed: number, total: number) => `Напредък: ${completed} от ${total} завършени урока`,
} as const;
