import { openMirror } from '@sync';
import { downloadQuery } from '@/data/downloads/use-downloads';
import { type AccountQuery, readAhead, useAccountQuery, useReadAhead } from '@/data/session/account-query';
import { useMirrorQuery } from '@/data/session/use-mirror-query';
import { captionsOf, type LessonView, lessonView, offlineShelf } from './queries';

/** `failed`: this device could not read its own store. */
export type LessonState =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'missing' }
  | { state: 'ready'; view: LessonView };

const lessonQuery: AccountQuery<[videoId: string], { videoId: string; found: LessonState }> = {
  name: 'lesson',
  async read(account, videoId) {
    try {
      const view = await lessonView(openMirror(account), videoId);
      return { videoId, found: view ? { state: 'ready', view } : { state: 'missing' } };
    } catch (error) {
      console.error('The lesson could not be read:', error);
      return { videoId, found: { state: 'failed' } };
    }
  },
};

export function useLesson(videoId: string): LessonState {
  const answer = useAccountQuery(lessonQuery, videoId);
  // The live query keeps the answer of the lesson before until it has the new one.
  return answer?.videoId === videoId ? answer.found : { state: 'loading' };
}

/** Reads what a film needs before it begins: its lesson, and whether it is on the device. */
export const readLesson = (videoId: string) =>
  Promise.all([readAhead(lessonQuery, videoId), readAhead(downloadQuery, videoId)]);

/** The same, kept ready for the lessons that a screen leads to most likely. */
export function useLessonsAhead(videoIds: readonly string[]): void {
  useReadAhead(lessonQuery, videoIds);
  useReadAhead(downloadQuery, videoIds);
}

/** The captions of a lesson, WebVTT; null when there are none on this device. */
export const useCaptions = (videoId: string): string | null =>
  useMirrorQuery((mirror) => captionsOf(mirror, videoId), [videoId]) ?? null;

/** Undefined until read. */
export const useOfflineShelf = () => useMirrorQuery(offlineShelf);
