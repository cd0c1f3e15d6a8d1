/**
 * The learner's progress in a course: lessons of the mirror merged with `progress` documents of the journal.
 * Guarantees: pure and total; a lesson counts once, and only when completed.
 */
import type { ProgressData } from '@/shared/journal';
import type { CourseRow, VideoRow } from '@/shared/rows';

export type LessonProgress = ReadonlyMap<string, ProgressData>;

/** Watched share of a lesson, 0 to 1; exactly 1 only when it is completed. */
export function watchedShare(progress: ProgressData | undefined): number {
  if (!progress) return 0;
  if (progress.completed) return 1;
  const watched = progress.intervals.reduce((sum, [from, to]) => sum + to - from, 0);
  return progress.duration > 0 ? Math.min(0.99, watched / progress.duration) : 0;
}

export interface CourseProgress {
  total: number;
  completed: number;
  /** Number of completed lessons plus the watched share of the current lesson; it decides the height of the drawn object. */
  done: number;
}

export function courseProgress(videos: readonly VideoRow[], progress: LessonProgress): CourseProgress {
  const known = videos.map(({ id }) => progress.get(id)).filter((entry) => entry !== undefined);
  const completed = known.filter((entry) => entry.completed).length;
  const underWay = latest(known.filter((entry) => !entry.completed));
  return { total: videos.length, completed, done: completed + watchedShare(underWay) };
}

const latest = (entries: readonly ProgressData[]) =>
  entries.reduce<ProgressData | undefined>(
    (best, entry) => (best && best.position_at >= entry.position_at ? best : entry),
    undefined,
  );

export interface NextLesson {
  course: CourseRow;
  video: VideoRow;
  /** Number of the lesson in its course, from 1. */
  number: number;
  progress: CourseProgress;
  /** Remaining seconds of a started lesson, otherwise null. */
  left: number | null;
}

/**
 * The lesson to continue with: the last watched one if unfinished, else the next unfinished of the same course,
 * else the first lesson of a course that was not started. Null when every lesson is watched or there are no lessons.
 */
export function nextLesson(
  courses: readonly CourseRow[],
  videos: readonly VideoRow[],
  progress: LessonProgress,
): NextLesson | null {
  const lessonsOf = (course: CourseRow) => videos.filter(({ course_id }) => course_id === course.id);
  const unfinished = (video: VideoRow) => !progress.get(video.id)?.completed;
  const begun = videos
    .filter(({ id }) => progress.has(id))
    .sort((a, b) => (progress.get(b.id)?.position_at ?? 0) - (progress.get(a.id)?.position_at ?? 0));
  const candidates = begun.flatMap((video) => {
    const course = courses.find(({ id }) => id === video.course_id);
    if (!course) return [];
    const following = unfinished(video) ? video : lessonsOf(course).find(unfinished);
    return following ? [{ course, video: following }] : [];
  });
  const untouched = courses.flatMap((course) => {
    const video = lessonsOf(course).find(unfinished);
    return video ? [{ course, video }] : [];
  });
  const found = candidates[0] ?? untouched[0];
  if (!found) return null;
  const lessons = lessonsOf(found.course);
  const own = progress.get(found.video.id);
  return {
    ...found,
    number: lessons.indexOf(found.video) + 1,
    progress: courseProgress(lessons, progress),
    left: own ? Math.max(0, (own.duration - own.position) / 1000) : null,
  };
}
