import { Link } from 'react-router-dom';
import type { CourseProgress } from '@/features/progress/rules/course-progress';
import { progressText } from '@/features/progress/text';
import type { CourseRow } from '@/shared/rows';
import { Badge } from '@/ui/badge';
import { cardClass } from '@/ui/card';
import { classNames } from '@/ui/class-names';
import { Cover } from '@/ui/cover';
import { shapeOf } from '@/ui/drawing/printed';
import { PrintedObject } from '@/ui/printed-object';
import { courseText } from '../text/courses';

interface CourseCardProps {
  course: CourseRow;
  progress: CourseProgress;
  href: string;
  index: number;
  /** True if the account's plan does not include the course; the card then names the plan that the course needs. */
  locked: boolean;
  heading: 'h2' | 'h3';
}

/** Id of a card's link, which gets the focus back when the learner returns from the course. */
export const courseCardId = (courseId: string) => `course-${courseId}`;

/** A course in a list. The whole card is clickable; the link inside provides its accessible name. */
export function CourseCard({ course, progress, href, index, locked, heading: Heading }: CourseCardProps) {
  const total = progress.total || course.lesson_count;
  return (
    <article
      className={classNames(
        cardClass,
        'rise relative flex flex-col overflow-hidden hover:border-control has-focus-visible:outline-3 has-focus-visible:outline-accent-ink has-focus-visible:outline-offset-2',
      )}
      style={{ '--i': Math.min(index, 8) }}
    >
      <Cover seed={course.id} src={course.thumbnail_url} hue={course.hue} />
      {locked && (
        <Badge tone="accent" className="absolute top-3 left-3">
          {courseText.plans[course.plan_type]}
        </Badge>
      )}
      <div className="flex grow flex-col p-4">
        <Heading className="text-base">{course.title}</Heading>
        <p className="mt-1 line-clamp-3 text-muted text-sm">{course.description || courseText.noDescription}</p>
        <p className="mt-2 text-muted text-sm">
          {courseText.level} · {courseText.lessons(total)}
        </p>
        <div className="mt-auto flex items-end gap-4 pt-4">
          <PrintedObject
            shape={shapeOf(course.id, course.shape)}
            total={total}
            done={progress.done}
            width={48}
            height={46}
            label=""
          />
          <div className="min-w-0 grow">
            <p className="text-sm">
              <b className="num text-base">{progressText.lessonsDone(progress.completed, total)}</b>{' '}
              <span className="text-muted">{progressText.lessonsWord(total)}</span>
            </p>
            <Link
              id={courseCardId(course.id)}
              to={href}
              aria-label={`${courseText.open}: ${course.title}`}
              className="inline-flex min-h-6 items-center font-bold text-accent-ink text-sm no-underline after:absolute after:inset-0 focus-visible:outline-none"
            >
              {courseText.open}
            </Link>
          </div>
        </div>
      </div>
    </article>
  );
}
