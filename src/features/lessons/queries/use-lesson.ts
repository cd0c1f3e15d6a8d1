import type { Live } from '@/device/live/live';
import { localQuery, useLive } from '@/device/live/use-live';
import { captionsOf, type LessonView, lessonView, offlineShelf } from './queries';

const lessonWithCourse = localQuery(
  'The lesson could not be read:',
  ['public', 'plan'],
  async ({ mirror }, videoId: string): Promise<LessonView | null> => (await lessonView(mirror, videoId)) ?? null,
  { remember: true },
);

/** A lesson with its course; null when this device does not have it. */
export const useLesson = (videoId: string): Live<LessonView | null> => useLive(lessonWithCourse, videoId);

const captionsOfLesson = localQuery(
  'The captions could not be read:',
  ['public', 'plan'],
  ({ mirror }, videoId: string) => captionsOf(mirror, videoId),
);

/** WebVTT captions of a lesson; null when this device has none. */
export const useCaptions = (videoId: string): string | null => useLive(captionsOfLesson, videoId).data ?? null;

const shelf = localQuery(
  'The offline shelf could not be read:',
  ['public', 'plan'],
  ({ mirror }) => offlineShelf(mirror),
  {
    remember: true,
  },
);

/** Quizzes and courses that work offline; undefined until read. */
export const useOfflineShelf = () => useLive(shelf).data;
