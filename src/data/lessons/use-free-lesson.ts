import { useMirrorQuery } from '@/data/session/use-mirror-query';
import { type Arrival, useArrival } from '@/data/sync/use-sync-status';
import type { LessonRow } from '@/domain/rows';
import { type LessonView, lessonView } from './queries';

/** A lesson as the free page shows it. */
export type FreeLesson =
  | { state: 'loading' }
  /** This device could not read its own store. */
  | { state: 'failed' }
  | { state: 'missing' }
  /** The lesson is no preview: its film never reaches a free account. */
  | { state: 'closed'; view: LessonView }
  /** The first whole answer is held up: nobody knows yet. */
  | { state: 'waiting'; arrival: Exclude<Arrival, 'whole' | 'coming'> }
  /** `whole`: the course is for every account (decision 32), so it plays to the end. */
  | { state: 'ready'; view: LessonView; lesson: LessonRow; videoUrl: string; whole: boolean };

export interface FreeFacts {
  /** Undefined until read, null when there is no such lesson here. */
  view: LessonView | null | undefined;
  failed: boolean;
  arrival: Arrival;
}

/** Lessons that a free account may open (decisions 16 and 32). Twin: sync.reads_film. */
export const isOpenToAll = ({ course }: Pick<LessonView, 'course'>, video: { is_free_preview: boolean }): boolean =>
  video.is_free_preview || course?.plan_type === 'free';

/** Pure. */
export function freeLesson({ view, failed, arrival }: FreeFacts): FreeLesson {
  if (failed) return { state: 'failed' };
  if (view === undefined) return { state: 'loading' };
  if (view?.lesson?.video_url) {
    return {
      state: 'ready',
      view,
      lesson: view.lesson,
      videoUrl: view.lesson.video_url,
      whole: view.course?.plan_type === 'free',
    };
  }
  if (arrival === 'coming') return { state: 'loading' };
  if (arrival !== 'whole') return { state: 'waiting', arrival };
  return view ? { state: 'closed', view } : { state: 'missing' };
}

export function useFreeLesson(videoId: string): FreeLesson {
  const arrival = useArrival();
  const found = useMirrorQuery(
    async (mirror) => {
      try {
        return { videoId, view: (await lessonView(mirror, videoId)) ?? null, failed: false };
      } catch (error) {
        console.error('The lesson could not be read:', error);
        return { videoId, view: undefined, failed: true };
      }
    },
    [videoId],
  );
  // The live query keeps the answer of the lesson before until it has the new one.
  const current = found?.videoId === videoId ? found : undefined;
  return freeLesson({ view: current?.view, failed: current?.failed === true, arrival });
}
