import { useEffect, useRef, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import { usePlan } from '@/device/session/use-plan';
import { useProgressByLesson } from '@/features/progress/queries';
import type { LessonProgress } from '@/features/progress/rules/course-progress';
import type { SectionProps } from '@/features/shell/widgets/sections';
import { mayReadCourse } from '@/shared/entitlements';
import { videoFreeHref, videoHref } from '@/shared/paths';
import type { CourseRow, VideoRow } from '@/shared/rows';
import { CourseDetail } from './course-detail';
import { type Choice, CourseList } from './course-list';
import { useCatalog } from './queries';
import { courseCardId } from './widgets/course-card';

const none: LessonProgress = new Map();

/** Моите курсове: the list, or the course named in the URL. Opening a course moves the focus to the course; returning moves the focus to its card. */
export function CoursesSection({ section, free }: SectionProps) {
  const courseId = useSearchParams()[0].get('course');
  const catalog = useCatalog();
  const progress = useProgressByLesson() ?? none;
  const plan = usePlan();
  const mayRead = (course: CourseRow) => mayReadCourse(free ? 'free' : plan, course.plan_type);
  /** URL of a lesson; null when the plan does not include it. */
  const lessonHref = (course: CourseRow, video: VideoRow) => {
    if (!video.is_free_preview && !mayRead(course)) return null;
    return free ? videoFreeHref(video.id) : videoHref(video.id, course.id);
  };
  const [choice, setChoice] = useState<Choice>({ filter: 'all', sort: 'opened' });
  const last = useRef(courseId);
  const arrival = useNavigationType();
  useEffect(() => {
    const left = last.current;
    last.current = courseId;
    if (left === courseId) return;
    // Scroll to the top only on a forward navigation; on Back, the browser restores the scroll position.
    if (arrival === 'PUSH') window.scrollTo(0, 0);
    const target = document.getElementById(courseId ? 'course-title' : courseCardId(left ?? ''));
    target?.focus({ preventScroll: courseId !== null });
  }, [courseId, arrival]);
  if (courseId) {
    return (
      <CourseDetail
        key={courseId}
        courseId={courseId}
        catalog={catalog}
        progress={progress}
        lessonHref={lessonHref}
        mayRead={mayRead}
        free={free}
      />
    );
  }
  return (
    <>
      <h1 className="mt-2 mb-5 text-2xl md:text-3xl">{section.title}</h1>
      <CourseList catalog={catalog} progress={progress} mayRead={mayRead} choice={choice} onChoice={setChoice} />
    </>
  );
}
