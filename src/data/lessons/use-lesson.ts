import { useLoadedQuery } from '@/data/session/use-loaded-query';
import { useMirrorQuery } from '@/data/session/use-mirror-query';
import { captionsOf, type LessonView, lessonView, offlineShelf } from './queries';

/** `failed`: this device could not read its own store. */
export type LessonState = { state: 'loading' } | { state: 'failed' } | { state: 'missing' } | { state: 'ready'; view: LessonView };

export function useLesson(videoId: string): LessonState {
  const found = useLoadedQuery(`lesson ${videoId}`, (mirror) => lessonView(mirror, videoId));
  if (found.state !== 'ready') return found;
  return found.value ? { state: 'ready', view: found.value } : { state: 'missing' };
}

/** The captions of a lesson, WebVTT; null when there are none on this device. */
export const useCaptions = (videoId: string): string | null => useMirrorQuery((mirror) => captionsOf(mirror, videoId), [videoId]) ?? null;

/** Undefined until read. */
export const useOfflineShelf = () => useMirrorQuery(offlineShelf);
