import { HOME_COUNTS } from '@/config/limits';
import type { Catalog } from '@/data/courses/queries';
import { type Live, mapLive } from '@/data/live/live';
import type { LessonProgress } from '@/domain/course-progress';
import { lastCourses } from '@/domain/last-courses';
import type { CourseRow } from '@/domain/rows';
import { home } from '@/text/home';
import { CourseGrid } from '@/widgets/course-grid';
import { BlockHeading } from './block-heading';
import { coursesGridClass } from './home-skeleton';

interface LastCoursesProps {
  catalog: Live<Catalog>;
  progress: LessonProgress | undefined;
  /** True for courses that the plan includes. These courses come first. */
  mayRead: (course: CourseRow) => boolean;
}

const none: LessonProgress = new Map();

/** The courses that the learner used most recently. */
export function LastCourses({ catalog, progress, mayRead }: LastCoursesProps) {
  const known = progress ?? none;
  const shown = mapLive(catalog, ({ courses, videos }) => ({
    courses: [true, false]
      .flatMap((readable) =>
        lastCourses(
          courses.filter((course) => mayRead(course) === readable),
          videos,
          known,
          HOME_COUNTS.courses,
        ),
      )
      .slice(0, HOME_COUNTS.courses),
    videos,
  }));
  return (
    <section className="min-w-0">
      <BlockHeading title={home.courses} all={{ section: 'courses', label: home.allCourses }} />
      <CourseGrid catalog={shown} progress={known} mayRead={mayRead} className={coursesGridClass} />
    </section>
  );
}
