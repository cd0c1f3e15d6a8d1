/**
 * The courses that a learner used last.
 * Guarantees: pure; most recently watched first, then the newest of the others.
 */
import type { LessonProgress } from '@/features/progress/rules/course-progress';
import type { CourseRow, VideoRow } from '@/shared/rows';

export function lastCourses(
  courses: readonly CourseRow[],
  videos: readonly VideoRow[],
  progress: LessonProgress,
  count: number,
): CourseRow[] {
  const watchedAt = new Map<string, number>();
  for (const { id, course_id } of videos) {
    const at = progress.get(id)?.position_at;
    if (at !== undefined && at > (watchedAt.get(course_id) ?? 0)) watchedAt.set(course_id, at);
  }
  const at = ({ id }: CourseRow) => watchedAt.get(id) ?? 0;
  return [...courses]
    .sort((a, b) => at(b) - at(a) || b.created_at.localeCompare(a.created_at) || a.title.localeCompare(b.title, 'bg'))
    .slice(0, count);
}
