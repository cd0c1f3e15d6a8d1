import { downloadOfLesson } from '@/data/downloads/use-downloads';
import type { Live } from '@/data/live/live';
import { localQuery } from '@/data/live/live-query';
import { readAhead, useLive, useReadAhead } from '@/data/live/use-live';
import { captionsOf, type LessonView, lessonView, offlineShelf } from './queries';

const lessonWithCourse = localQuery(
  'lesson',
  ['public', 'plan'],
  async ({ mirror }, videoId: string): Promise<LessonView | null> => (await lessonView(mirror, videoId)) ?? null,
  { failure: 'The lesson could not be read:' },
);

/** A lesson with its course; null when this device does not have it. */
export const useLesson = (videoId: string): Live<LessonView | null> => useLive(lessonWithCourse, videoId);

/** Reads what a video needs to start: its lesson and its download. */
export const readLesson = (videoId: string) =>
  Promise.all([readAhead(lessonWithCourse, videoId), readAhead(downloadOfLesson, videoId)]);

/** Prefetches this for lessons that the learner will probably open next. */
export function useLessonsAhead(videoIds: readonly string[]): void {
  useReadAhead(lessonWithCourse, videoIds);
  useReadAhead(downloadOfLesson, videoIds);
}

const captionsOfLesson = localQuery('captions', ['public', 'plan'], ({ mirror }, videoId: string) =>
  captionsOf(mirror, videoId),
);

/** WebVTT captions of a lesson; null when this device has none. */
export const useCaptions = (videoId: string): string | null => useLive(captionsOfLesson, videoId).data ?? null;

const shelf = localQuery('offline shelf', ['public', 'plan'], ({ mirror }) => offlineShelf(mirror));

/** Undefined until read. */
export const useOfflineShelf = () => useLive(shelf).data;
