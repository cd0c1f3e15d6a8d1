/**
 * The list of Моите курсове: filters and sorts courses.
 * Guarantees: pure; equal courses keep the order of the catalog.
 */
import { courseProgress, type LessonProgress } from '@/features/progress/rules/course-progress';
import type { CourseRow, VideoRow } from '@/shared/rows';

export const courseFilters = ['all', 'begun', 'finished', 'free'] as const;
export type CourseFilter = (typeof courseFilters)[number];

export const courseSorts = ['opened', 'title', 'newest'] as const;
export type CourseSort = (typeof courseSorts)[number];

interface Facts {
  isBegun: boolean;
  isFinished: boolean;
  /** When the learner last watched a lesson of the course (Unix time in ms); 0 for never. */
  watchedAt: number;
}

function factsOf(lessons: readonly VideoRow[], progress: LessonProgress): Facts {
  const known = lessons.flatMap(({ id }) => progress.get(id) ?? []);
  const { total, completed } = courseProgress(lessons, progress);
  const isFinished = total > 0 && completed === total;
  return {
    isBegun: known.length > 0 && !isFinished,
    isFinished,
    watchedAt: known.reduce((latest, { position_at }) => Math.max(latest, position_at), 0),
  };
}

const filters: Record<CourseFilter, (course: CourseRow, facts: Facts) => boolean> = {
  all: () => true,
  begun: (_, { isBegun }) => isBegun,
  finished: (_, { isFinished }) => isFinished,
  free: ({ plan_type }) => plan_type === 'free',
};

type Listed = readonly [course: CourseRow, facts: Facts];

const orders: Record<CourseSort, (a: Listed, b: Listed) => number> = {
  opened: ([, a], [, b]) => b.watchedAt - a.watchedAt,
  title: ([a], [b]) => a.title.localeCompare(b.title, 'bg'),
  newest: ([a], [b]) => b.created_at.localeCompare(a.created_at),
};

export function listedCourses(
  courses: readonly CourseRow[],
  videos: readonly VideoRow[],
  progress: LessonProgress,
  filter: CourseFilter,
  sort: CourseSort,
): CourseRow[] {
  return courses
    .map((course): Listed => {
      const lessons = videos.filter(({ course_id }) => course_id === course.id);
      return [course, factsOf(lessons, progress)];
    })
    .filter(([course, facts]) => filters[filter](course, facts))
    .sort(orders[sort])
    .map(([course]) => course);
}
