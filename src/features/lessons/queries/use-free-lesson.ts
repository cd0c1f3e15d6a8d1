import type { Live } from '@/device/live/live';
import { type InitialSync, useInitialSync } from '@/device/sync/use-initial-sync';
import { mayPlayLesson } from '@/shared/entitlements';
import type { LessonRow } from '@/shared/rows';
import type { LessonView } from './queries';
import { useLesson } from './use-lesson';

/** State of the lesson page for free accounts. */
export type FreeLesson =
  | { state: 'loading' }
  /** This device could not read its own store. */
  | { state: 'failed' }
  | { state: 'missing' }
  /** Only paid plans include the lesson, so the server does not send its video to a free account. */
  | { state: 'closed'; view: LessonView }
  /** The initial sync cannot finish now, so it is unknown whether the lesson exists and whether it is open to free accounts. */
  | { state: 'waiting'; initialSync: Exclude<InitialSync, 'complete' | 'pending'> }
  /** `whole`: the course is open to every account (decision 32), so the lesson plays to the end. */
  | { state: 'ready'; view: LessonView; lesson: LessonRow; videoUrl: string; whole: boolean };

/** True if a free account may open the lesson. If the course is not on this device, only a preview lesson opens. */
export const isOpenToAll = ({ course }: Pick<LessonView, 'course'>, video: { is_free_preview: boolean }): boolean =>
  mayPlayLesson('free', course?.plan_type ?? 'premium', video);

/** Computes the page's state. `initialSync`: why this device may not have the lesson yet. Pure. */
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
