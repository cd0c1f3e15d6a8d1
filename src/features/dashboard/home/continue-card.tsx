import { Link } from 'react-router-dom';
import type { NextLesson } from '@/features/progress/rules/course-progress';
import { progressText } from '@/features/progress/text';
import { formatDuration } from '@/shared/format/format';
import { joinFacts } from '@/shared/join-facts';
import { buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';
import { classNames } from '@/ui/class-names';
import { shapeOf } from '@/ui/drawing/printed';
import { PrintedObject } from '@/ui/printed-object';
import { Skeleton } from '@/ui/skeleton';
import { home } from '../text';

/** On screens with a sidebar, the button wraps below the text, so that the text keeps a readable width. */
const cardClass =
  'grid min-h-62.5 items-center min-[288px]:grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-4 p-4 md:flex md:min-h-47 md:flex-wrap md:p-6';

/** The lesson to continue with, beside the drawing of its course. */
export function ContinueCard({ next, href }: { next: NextLesson; href: string }) {
  const { course, video, number, progress, left } = next;
  const about = [
    course.title,
    `${progressText.lessonsDone(progress.completed, progress.total)} ${progressText.lessonsWord(progress.total)}`,
    left !== null && home.left(formatDuration(left)),
  ]
    .filter((fact) => fact !== false)
    // Keep a number and its noun on one line.
    .map((fact, index) => (index === 0 ? fact : fact.replaceAll(' ', '\u00a0')));
  return (
    <Card className={classNames('rise', cardClass)}>
      <PrintedObject
        shape={shapeOf(course.id, course.shape)}
        total={progress.total}
        done={progress.done}
        width={104}
        height={112}
        label={progressText.printed(progress.completed, progress.total)}
      />
      <div className="md:grow md:basis-44">
        <p className="text-muted text-sm">{progress.done > 0 ? home.continueLead : home.startLead}</p>
        <h2 className="mt-0.5 mb-1 text-lg md:text-2xl">{home.lesson(number, video.title)}</h2>
        <p className="num text-muted text-sm md:text-base">{joinFacts(about)}</p>
      </div>
      <Link to={href} className={buttonClass('primary', 'min-[288px]:max-md:col-span-2 md:ml-auto md:px-6')}>
        {home.watch}
      </Link>
    </Card>
  );
}

/** Placeholder with the grid and heights of the card. `isFirst`: this device has no data yet, so loading may take seconds. */
export function ContinueSkeleton({ isFirst = false }: { isFirst?: boolean }) {
  if (isFirst)
    return (
      <Card role="status" className={cardClass}>
        <p className="text-lg min-[288px]:max-md:col-span-2">{home.firstVisit}</p>
      </Card>
    );
  return (
    <Card role="status" aria-label={home.loading} className={cardClass}>
      <Skeleton className="h-33 w-27.5" />
      <div className="grid gap-2.5 md:grow md:basis-44">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-7 w-4/5" />
        <Skeleton className="h-5 w-3/5" />
      </div>
      <Skeleton className="h-11 min-[288px]:max-md:col-span-2 md:ml-auto md:w-24" />
    </Card>
  );
}
