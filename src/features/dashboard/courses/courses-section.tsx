import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import type { CatalogState } from '@/data/courses/queries';
import type { LessonProgress } from '@/domain/course-progress';
import type { CourseRow, VideoRow } from '@/domain/rows';
import { sections } from '@/text/shell';
import { courseCardId } from '@/widgets/course-card';
import { CourseGrid } from '@/widgets/course-grid';
import { CourseDetail } from './course-detail';

export interface CoursesSectionProps {
  state: CatalogState;
  progress: LessonProgress | undefined;
  /** The course whose detail is shown; null shows the list. */
  courseId: string | null;
  mayRead: (course: CourseRow) => boolean;
  /** Where a lesson opens; null where the plan does not open it. */
  lessonHref: (course: CourseRow, video: VideoRow) => string | null;
  free?: boolean;
}

const none: LessonProgress = new Map();
const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-4';

/** Моите курсове: the list, or one course of it. Going in, the detail takes the focus; coming back, the card that was left. */
export function CoursesSection({ state, progress, courseId, mayRead, lessonHref, free = false }: CoursesSectionProps) {
  const last = useRef(courseId);
  const arrival = useNavigationType();
  useEffect(() => {
    const left = last.current;
    last.current = courseId;
    if (left === courseId) return;
    // Going back, the browser restores where the list was scrolled to.
    if (arrival === 'PUSH') window.scrollTo(0, 0);
    const target = document.getElementById(courseId ? 'course-title' : courseCardId(left ?? ''));
    target?.focus({ preventScroll: courseId !== null });
  }, [courseId, arrival]);
  if (courseId) {
    return (
      <CourseDetail
        key={courseId}
        courseId={courseId}
        state={state}
        progress={progress ?? none}
        lessonHref={lessonHref}
        mayRead={mayRead}
        free={free}
      />
    );
  }
  return (
    <>
      <h1 className="mt-2 mb-5 text-2xl md:text-3xl">{sections.courses}</h1>
      <CourseGrid state={state} progress={progress ?? none} mayRead={mayRead} className={gridClass} heading="h2" />
    </>
  );
}
