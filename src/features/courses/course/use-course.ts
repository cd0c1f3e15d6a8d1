import { usePlan } from '@/device/session/use-plan';
import { useDownloads } from '@/features/downloads/queries/use-downloads';
import { useProgressByLesson } from '@/features/progress/queries';
import {
  type CourseProgress,
  courseProgress,
  type LessonProgress,
  type NextLesson,
  nextLesson,
} from '@/features/progress/rules/course-progress';
import { mayReadCourse } from '@/shared/entitlements';
import type { CourseRow, VideoRow } from '@/shared/rows';
import { type CourseDetail, useCourseDetail } from '../queries';

/** A course for this learner: access, progress, downloads and the next lesson. */
export interface CourseView {
  course: CourseRow;
  videos: readonly VideoRow[];
  /** True when the plan includes the whole course. */
  whole: boolean;
  isOpen: (video: VideoRow) => boolean;
  watched: LessonProgress;
  progress: CourseProgress;
  downloaded: ReadonlySet<string>;
  next: NextLesson | null;
}

/** Total length of the lessons (minutes); 0 when unknown. */
export function minutesOf(videos: readonly VideoRow[]): number {
  const seconds = videos.reduce((sum, video) => sum + video.duration_seconds, 0);
  return seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0;
}

const nothing: LessonProgress = new Map();

export function useCourseView(course: CourseRow, { videos, readable }: CourseDetail): CourseView {
  const watched = useProgressByLesson() ?? nothing;
  const downloads = useDownloads();
  const whole = mayReadCourse(usePlan(), course.plan_type);
  // Lessons that are already on this device are open, even while the content of the plan is still loading.
  const isOpen = (video: VideoRow) => whole || video.is_free_preview || readable.has(video.id);
  const next = nextLesson([course], videos.filter(isOpen), watched);
  return {
    course,
    videos,
    whole,
    isOpen,
    watched,
    progress: courseProgress(videos, watched),
    downloaded: new Set(downloads?.flatMap(({ id, status }) => (status === 'completed' ? [id] : []))),
    next: next && { ...next, number: videos.indexOf(next.video) + 1 },
  };
}

export { type CourseDetail, useCourseDetail };
