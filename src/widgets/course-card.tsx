import { Link } from 'react-router-dom';
import type { CourseProgress } from '@/domain/course-progress';
import type { CourseRow } from '@/domain/rows';
import { classNames } from '@/lib/class-names';
import { shapeOf } from '@/lib/printed';
import { courseText } from '@/text/courses';
import { cardClass } from '@/ui/card';
import { PrintedObject } from '@/ui/printed-object';
import { SliceCover } from '@/ui/slice-cover';

interface CourseCardProps {
  course: CourseRow;
  progress: CourseProgress;
  href: string;
  /** What the link says; 'Отвори курс' by default. */
  action?: string;
  index: number;
}

/** The whole card is the target; the link inside it carries the name. */
export function CourseCard({ course, progress, href, action = courseText.open, index }: CourseCardProps) {
  const total = progress.total || course.lesson_count;
  return (
    <article
      className={classNames(
        cardClass,
        'rise relative flex flex-col overflow-hidden hover:border-control has-focus-visible:outline-3 has-focus-visible:outline-accent-ink has-focus-visible:outline-offset-2',
      )}
      style={{ '--i': Math.min(index, 8) }}
    >
      {course.thumbnail_url ? (
        <img src={course.thumbnail_url} alt="" loading="lazy" className="aspect-video w-full bg-sunk object-cover" />
      ) : (
        <SliceCover seed={course.id} hue={course.hue} />
      )}
      <div className="flex grow flex-col p-4">
        <h3 className="text-base">{course.title}</h3>
        <p className="mt-1 line-clamp-3 text-muted text-sm">{course.description || courseText.noDescription}</p>
        <p className="mt-2 text-muted text-sm">
          {courseText.level} · {courseText.lessons(total)}
        </p>
        <div className="mt-auto flex items-end gap-4 pt-4">
          <PrintedObject shape={shapeOf(course.id, course.shape)} total={total} done={progress.done} width={48} height={46} label="" />
          <div className="grow">
            <p className="text-sm">
              <b className="num text-base">{courseText.lessonsDone(progress.completed, total)}</b>{' '}
              <span className="text-muted">{courseText.lessonsWord(total)}</span>
            </p>
            <Link
              to={href}
              className="inline-flex min-h-6 items-center font-bold text-accent-ink text-sm no-underline after:absolute after:inset-0 focus-visible:outline-none"
            >
              {action}
              <span className="sr-only">: {course.title}</span>
            </Link>
          </div>
        </div>
      </div>
    </article>
  );
}
