import { useMirrorQuery } from '@/data/session/use-mirror-query';
import { captionsOf, type LessonView, lessonView, offlineShelf } from './queries';

export type LessonState = { state: 'loading' } | { state: 'missing' } | { state: 'ready'; view: LessonView };

export function useLesson(videoId: string): LessonState {
  const found = useMirrorQuery(async (mirror) => ({ videoId, view: await lessonView(mirror, videoId) }), [videoId]);
  // The live query keeps the answer of the lesson before until it has the new one.
  if (found?.videoId !== videoId) return { state: 'loading' };
  return found.view ? { state: 'ready', view: found.view } : { state: 'missing' };
}

/** The captions of a lesson, WebVTT; null when there are none on this device. */
export const useCaptions = (videoId: string): string | null => useMirrorQuery((mirror) => captionsOf(mirror, videoId), [videoId]) ?? null;

/** Undefined until read. */
export const useOfflineShelf = () => useMirrorQuery(offlineShelf);
