import { HOME_COUNTS } from '@/config/limits';
import type { CatalogState } from '@/data/courses/queries';
import type { LessonProgress } from '@/domain/course-progress';
import { lastCourses } from '@/domain/last-courses';
import type { CourseRow } from '@/domain/rows';
import { home } from '@/text/home';
import { CourseGrid } from '@/widgets/course-grid';
import { BlockHeading } from './block-heading';
import { coursesGridClass } from './home-skeleton';

interface LastCoursesProps {
  state: CatalogState;
  progress: LessonProgress | undefined;
  /** Courses that the plan opens come before the others. */
  mayRead: (course: CourseRow) => boolean;
}

const none: LessonProgress = new Map();

/** The courses the learner was last at. */
export function LastCourses({ state, progress, mayRead }: LastCoursesProps) {
  const { catalog } = state;
  const known = progress ?? none;
  const shown =
    catalog &&
    [true, false]
      .flatMap((readable) =>
        lastCourses(
          catalog.courses.filter((course) => mayRead(course) === readable),
          catalog.videos,
          known,
          HOME_COUNTS.courses,
        ),
      )
      .slice(0, HOME_COUNTS.courses);
  return (
    <section className="min-w-0">
      <BlockHeading title={home.courses} all={{ section: 'courses', label: home.allCourses }} />
      <CourseGrid
        state={catalog && shown ? { catalog: { courses: shown, videos: catalog.videos } } : state}
        progress={known}
        mayRead={mayRead}
        className={coursesGridClass}
      />
    </section>
  );
}
