import { Link } from 'react-router-dom';
import type { NextLesson } from '@/domain/course-progress';
import { formatDuration } from '@/lib/format';
import { shapeOf } from '@/lib/printed';
import { courseText, home } from '@/text/courses';
import { buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';
import { PrintedObject } from '@/ui/printed-object';
import { Skeleton } from '@/ui/skeleton';

/** The one thing to do next: the lesson that was left, on the object that is its course. */
export function ContinueCard({ next, href }: { next: NextLesson; href: string }) {
  const { course, video, number, progress, left } = next;
  const about = [
    course.title,
    `${courseText.lessonsDone(progress.completed, progress.total)} ${courseText.lessonsWord(progress.total)}`,
    left !== null && home.left(formatDuration(left)),
  ].filter(Boolean);
  return (
    <Card className="rise grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-4 p-4 md:grid-cols-[auto_minmax(0,1fr)_auto] md:p-6">
      <PrintedObject
        shape={shapeOf(course.id, course.shape)}
        total={progress.total}
        done={progress.done}
        width={104}
        height={112}
        label={courseText.printed(progress.completed, progress.total)}
      />
      <div>
        <p className="text-muted text-sm">{progress.done > 0 ? home.continueLead : home.startLead}</p>
        <h2 className="mt-0.5 mb-1 text-lg md:text-2xl">{home.lesson(number, video.title)}</h2>
        <p className="num text-muted text-sm md:text-base">{about.join(' · ')}</p>
      </div>
      <Link to={href} className={buttonClass('primary', 'max-md:col-span-2 md:px-6')}>
        {home.watch}
      </Link>
    </Card>
  );
}

export function ContinueSkeleton() {
  return (
    <Card aria-hidden="true" className="grid grid-cols-[104px_1fr] items-center gap-5 p-4 md:p-6">
      <Skeleton className="h-32" />
      <div className="grid gap-2.5">
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="h-7 w-3/4" />
        <Skeleton className="h-4 w-1/2" />
      </div>
    </Card>
  );
}
