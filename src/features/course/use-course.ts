import { type CourseDetail, useCourseDetail } from '@/data/courses/queries';
import { useDownloads } from '@/data/downloads/use-downloads';
import { useProgressByLesson } from '@/data/progress/use-progress';
import { useSession } from '@/data/session/session-store';
import {
  type CourseProgress,
  courseProgress,
  type LessonProgress,
  type NextLesson,
  nextLesson,
} from '@/domain/course-progress';
import { effectivePlan, mayReadCourse } from '@/domain/entitlements';
import type { CourseRow, VideoRow } from '@/domain/rows';

/** A course as this learner has it: what is open, what is watched, what is on the device, what comes next. */
export interface CourseView {
  course: CourseRow;
  videos: readonly VideoRow[];
  /** The plan covers the whole course. */
  whole: boolean;
  isOpen: (video: VideoRow) => boolean;
  watched: LessonProgress;
  progress: CourseProgress;
  downloaded: ReadonlySet<string>;
  next: NextLesson | null;
}

/** How long the lessons take together; 0 when nobody knows. */
export function minutesOf(videos: readonly VideoRow[]): number {
  const seconds = videos.reduce((sum, video) => sum + video.duration_seconds, 0);
  return seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0;
}

const nothing: LessonProgress = new Map();

export function useCourseView(course: CourseRow, { videos, readable }: CourseDetail): CourseView {
  const watched = useProgressByLesson() ?? nothing;
  const downloads = useDownloads();
  const identity = useSession((session) => session.identity);
  const whole = identity !== null && mayReadCourse(effectivePlan(identity, Date.now()), course.plan_type);
  // What the plan covers may still be on its way to the device; what is on the device may be read.
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
