import { progressText } from '@/features/progress/text';
import { formatDate } from '@/shared/format/format';
import { joinFacts } from '@/shared/join-facts';
import { Card } from '@/ui/card';
import { Cover } from '@/ui/cover';
import { shapeOf } from '@/ui/drawing/printed';
import { PrintedObject } from '@/ui/printed-object';
import { coursePage } from '../../text/course';
import { courseText } from '../../text/courses';
import { type CourseView, minutesOf } from '../use-course';

/** Title and description of the course, and the printed object that shows its progress. */
export function CourseHeader({ view: { course, progress, videos } }: { view: CourseView }) {
  const { completed, total, done } = progress;
  const by = joinFacts([course.category, course.instructor && courseText.instructor(course.instructor)]);
  const minutes = minutesOf(videos);
  const size = joinFacts([courseText.lessons(total), minutes > 0 && coursePage.minutes(minutes)]);
  return (
    <Card className="rise overflow-hidden">
      <div className="h-28 md:h-44">
        <Cover seed={course.id} src={course.thumbnail_url} hue={course.hue} className="aspect-auto! size-full!" />
      </div>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-1.5 p-5 md:grid md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-8 md:p-7">
        <h1 className="text-2xl max-md:basis-full md:text-3xl">{course.title}</h1>
        <div className="min-w-0 grow basis-[7rem] md:col-start-1">
          {by && <p className="text-muted text-sm">{by}</p>}
          <p className="num mt-0.5 text-muted text-sm lg:hidden">{size}</p>
          <p className="mt-3 max-w-prose max-md:hidden">{course.description || courseText.noDescription}</p>
          <p className="mt-3 text-muted text-sm max-md:hidden">
            {courseText.statusPublic} · {courseText.created(formatDate(course.created_at))}
          </p>
        </div>
        <div className="shrink-0 text-center md:col-start-2 md:row-span-2 md:row-start-1">
          <PrintedObject
            shape={shapeOf(course.id, course.shape)}
            total={total}
            done={done}
            minLines={10}
            width={120}
            height={128}
            label={progressText.printed(completed, total)}
            className="h-24 w-auto md:h-36"
          />
          <p className="num mt-1 font-bold text-sm" aria-hidden="true">
            {progressText.lessonsDone(completed, total)}{' '}
            <span className="font-normal text-muted">{progressText.lessonsWord(total)}</span>
          </p>
        </div>
      </div>
      <p className="px-5 pb-4 md:hidden">{course.description || courseText.noDescription}</p>
      <p className="px-5 pb-5 text-muted text-sm md:hidden">
        {courseText.statusPublic} · {courseText.created(formatDate(course.created_at))}
      </p>
    </Card>
  );
}
