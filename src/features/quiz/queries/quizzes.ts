import type { openMirror } from '@sync';
import type { QuizRow, ResultRow } from '@/shared/rows';

type Mirror = ReturnType<typeof openMirror>;

const byTitle = (a: QuizRow, b: QuizRow) => a.title.localeCompare(b.title, 'bg') || (a.id < b.id ? -1 : 1);

export const quizById = (mirror: Mirror, testId: string): Promise<QuizRow | undefined> => mirror.tests.get(testId);

export const quizzesOfLesson = async (mirror: Mirror, videoId: string): Promise<QuizRow[]> =>
  (await mirror.tests.where('video_id').equals(videoId).toArray()).sort(byTitle);

export const quizzesOfCourse = async (mirror: Mirror, courseId: string): Promise<QuizRow[]> =>
  (await mirror.tests.where('course_id').equals(courseId).toArray()).sort(byTitle);

/** Results of a quiz that the server has confirmed. */
export const resultsOfQuiz = (mirror: Mirror, testId: string): Promise<ResultRow[]> =>
  mirror.results.where('test_id').equals(testId).toArray();

export const allResults = (mirror: Mirror): Promise<ResultRow[]> => mirror.results.toArray();
