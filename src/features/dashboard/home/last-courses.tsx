import { type Live, mapLive } from '@/device/live/live';
import type { Catalog } from '@/features/courses/queries';
import { CourseGrid } from '@/features/courses/widgets/course-grid';
import type { LessonProgress } from '@/features/progress/rules/course-progress';
import { HOME_COUNTS } from '@/shared/app-limits';
import type { CourseRow } from '@/shared/rows';
import { lastCourses } from '../rules';
import { home } from '../text';
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
