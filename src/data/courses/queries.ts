import { openMirror } from '@sync';
import { type AccountQuery, useAccountQuery } from '@/data/session/account-query';
import { useMirrorQuery } from '@/data/session/use-mirror-query';
import type { CourseRow, VideoRow } from '@/domain/rows';

const inOrder = (a: VideoRow, b: VideoRow) =>
  a.order_position - b.order_position || a.title.localeCompare(b.title, 'bg');
const oldestFirst = (a: CourseRow, b: CourseRow) =>
  a.created_at.localeCompare(b.created_at) || a.title.localeCompare(b.title, 'bg');

export interface Catalog {
  courses: CourseRow[];
  videos: VideoRow[];
}

/** Neither of the two: not read yet. */
export interface CatalogState {
  catalog?: Catalog;
  /** Why this device could not read it. */
  error?: unknown;
}

const notYet: CatalogState = {};

/** Every published course and lesson card this device holds. */
export const catalogQuery: AccountQuery<[], CatalogState> = {
  name: 'catalog',
  async read(account) {
    try {
      const { courses, videos } = openMirror(account);
      const rows = await Promise.all([courses.toArray(), videos.toArray()]);
      return { catalog: { courses: rows[0].sort(oldestFirst), videos: rows[1].sort(inOrder) } };
    } catch (error) {
      console.error('The courses could not be read:', error);
      return { error };
    }
  },
};

export const useCatalog = (): CatalogState => useAccountQuery(catalogQuery) ?? notYet;

export interface CourseDetail {
  /** Null: this device has no such course. */
  course: CourseRow | null;
  videos: VideoRow[];
  /** Lessons whose full part this account may read. */
  readable: ReadonlySet<string>;
}

/** A course with its lessons; `detail` is undefined until read, `failed` says that this device could not read it. */
export function useCourseDetail(courseId: string): { detail: CourseDetail | undefined; failed: boolean } {
  const found = useMirrorQuery(
    async (mirror) => {
      try {
        const [course, videos, lessonIds] = await Promise.all([
          mirror.courses.get(courseId),
          mirror.videos.where('course_id').equals(courseId).toArray(),
          mirror.lessons.where('course_id').equals(courseId).primaryKeys(),
        ]);
        return {
          courseId,
          detail: { course: course ?? null, videos: videos.sort(inOrder), readable: new Set(lessonIds) },
        };
      } catch (error) {
        console.error('The course could not be read:', error);
        return { courseId, detail: undefined };
      }
    },
    [courseId],
  );
  // A live query keeps its last answer while the next one is on its way: that answer is another course's.
  const current = found?.courseId === courseId ? found : undefined;
  return { detail: current?.detail, failed: current !== undefined && current.detail === undefined };
}
