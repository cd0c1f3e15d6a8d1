import type { Live } from '@/data/live/live';
import { localQuery } from '@/data/live/live-query';
import { readAhead, useLive } from '@/data/live/use-live';
import { captionsOf, type LessonView, lessonView, offlineShelf } from './queries';

const lessonWithCourse = localQuery(
  'lesson',
  ['public', 'plan'],
  async ({ mirror }, videoId: string): Promise<LessonView | null> => (await lessonView(mirror, videoId)) ?? null,
  { failure: 'The lesson could not be read:', remember: true },
);

/** A lesson with its course; null when this device does not have it. */
export const useLesson = (videoId: string): Live<LessonView | null> => useLive(lessonWithCourse, videoId);

/** Reads the lesson before its page opens. */
export const readLesson = (videoId: string) => readAhead(lessonWithCourse, videoId);

const captionsOfLesson = localQuery('captions', ['public', 'plan'], ({ mirror }, videoId: string) =>
  captionsOf(mirror, videoId),
);

/** WebVTT captions of a lesson; null when this device has none. */
export const useCaptions = (videoId: string): string | null => useLive(captionsOfLesson, videoId).data ?? null;

const shelf = localQuery('offline shelf', ['public', 'plan'], ({ mirror }) => offlineShelf(mirror), {
  remember: true,
});

/** Quizzes and courses that work offline; undefined until read. */
export const useOfflineShelf = () => useLive(shelf).data;
