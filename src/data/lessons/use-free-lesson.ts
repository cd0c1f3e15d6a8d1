import type { Live } from '@/data/live/live';
import { type InitialSync, useInitialSync } from '@/data/sync/use-initial-sync';
import { mayPlayLesson } from '@/domain/entitlements';
import type { LessonRow } from '@/domain/rows';
import type { LessonView } from './queries';
import { useLesson } from './use-lesson';

/** A lesson as the page for free accounts shows it. */
export type FreeLesson =
  | { state: 'loading' }
  /** This device could not read its own store. */
  | { state: 'failed' }
  | { state: 'missing' }
  /** Not a preview: the video is never sent to a free account. */
  | { state: 'closed'; view: LessonView }
  /** The initial sync has not finished, so the answer is unknown. */
  | { state: 'waiting'; initialSync: Exclude<InitialSync, 'complete' | 'pending'> }
  /** `whole`: the course is open to every account (decision 32), so the lesson plays to the end. */
  | { state: 'ready'; view: LessonView; lesson: LessonRow; videoUrl: string; whole: boolean };

/** True when a free account may open a lesson. Without its course on this device only previews open. */
export const isOpenToAll = ({ course }: Pick<LessonView, 'course'>, video: { is_free_preview: boolean }): boolean =>
  mayPlayLesson('free', course?.plan_type ?? 'premium', video);

/** Pure. `initialSync` tells why the device may not have the lesson yet. */
export function freeLesson(found: Live<LessonView | null>, initialSync: InitialSync): FreeLesson {
  if (found.status === 'error') return { state: 'failed' };
  if (found.status === 'loading') return { state: 'loading' };
  const view = found.data;
  if (view?.lesson?.video_url) {
    return {
      state: 'ready',
      view,
      lesson: view.lesson,
      videoUrl: view.lesson.video_url,
      whole: view.course?.plan_type === 'free',
    };
  }
  if (initialSync === 'pending') return { state: 'loading' };
  if (initialSync !== 'complete') return { state: 'waiting', initialSync };
  return view ? { state: 'closed', view } : { state: 'missing' };
}

export function useFreeLesson(videoId: string): FreeLesson {
  const found = useLesson(videoId);
  return freeLesson(found, useInitialSync(found.complete));
}
