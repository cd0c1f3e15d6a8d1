import { currentMirror } from '@sync';
import type { Live } from '@/device/live/live';
import { localQuery, useLive } from '@/device/live/use-live';
import { byPosition } from '@/shared/lesson-order';
import type { CourseRow, VideoRow } from '@/shared/rows';

const oldestFirst = (a: CourseRow, b: CourseRow) =>
  a.created_at.localeCompare(b.created_at) || a.title.localeCompare(b.title, 'bg');

export interface Catalog {
  courses: CourseRow[];
  videos: VideoRow[];
}

/** Every published course and every lesson card (the public part of a lesson) on this device. */
const catalogRows = localQuery(
  'The courses could not be read:',
  ['public'],
  async ({ mirror }): Promise<Catalog> => {
    const [courses, videos] = await Promise.all([mirror.courses.toArray(), mirror.videos.toArray()]);
    return { courses: courses.sort(oldestFirst), videos: videos.sort(byPosition) };
  },
  { remember: true },
);

export const useCatalog = (): Live<Catalog> => useLive(catalogRows);

/** True if this device has courses. Reads the store directly, because a live query may update only a moment after a pull has stored its rows. */
export const hasCourses = async (): Promise<boolean> => ((await currentMirror()?.courses.count()) ?? 0) > 0;

export interface CourseDetail {
  /** Null when this device does not have the course. */
  course: CourseRow | null;
  videos: VideoRow[];
  /** Ids of the lessons whose full part this account may read. */
  readable: ReadonlySet<string>;
}

const courseWithLessons = localQuery(
  'The course could not be read:',
  ['public', 'plan'],
  async ({ mirror }, courseId: string): Promise<CourseDetail> => {
    const [course, videos, lessonIds] = await Promise.all([
      mirror.courses.get(courseId),
      mirror.videos.where('course_id').equals(courseId).toArray(),
      mirror.lessons.where('course_id').equals(courseId).primaryKeys(),
    ]);
    return { course: course ?? null, videos: videos.sort(byPosition), readable: new Set(lessonIds) };
  },
  { remember: true },
);

export const useCourseDetail = (courseId: string): Live<CourseDetail> => useLive(courseWithLessons, courseId);
