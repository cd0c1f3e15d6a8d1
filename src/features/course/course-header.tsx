import type { CourseProgress } from '@/domain/course-progress';
import type { CourseRow } from '@/domain/rows';
import { formatDate } from '@/lib/format';
import { shapeOf } from '@/lib/printed';
import { courseText } from '@/text/courses';
import { Card } from '@/ui/card';
import { PrintedObject } from '@/ui/printed-object';
import { SliceCover } from '@/ui/slice-cover';

/** What the course is, and the object that the learner is printing by watching it. */
export function CourseHeader({ course, progress }: { course: CourseRow; progress: CourseProgress }) {
  const { completed, total, done } = progress;
  const about = [
    courseText.lessons(total),
    course.duration_seconds > 0 && courseText.minutes(Math.max(1, Math.round(course.duration_seconds / 60))),
    course.category,
    course.instructor && courseText.instructor(course.instructor),
  ].filter(Boolean);
  return (
    <Card className="overflow-hidden md:grid md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
      <div className="relative max-md:h-36">
        {course.thumbnail_url ? (
          <img src={course.thumbnail_url} alt="" className="size-full bg-sunk object-cover" />
        ) : (
          <SliceCover seed={course.id} hue={course.hue} className="aspect-auto! size-full!" />
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-2 p-5 md:grid-rows-[auto_1fr]">
        <h1 className="text-2xl">{course.title}</h1>
        <div className="text-center md:row-span-2">
          <PrintedObject
            shape={shapeOf(course.id, course.shape)}
            total={total}
            done={done}
            width={88}
            height={92}
            label={courseText.printed(completed, total)}
          />
          <p className="num mt-1 font-bold text-sm">{courseText.lessonsDone(completed, total)}</p>
        </div>
        <div className="max-md:col-span-2 md:self-start">
          <p>{course.description || courseText.noDescription}</p>
          <p className="num mt-2 text-muted text-sm">{about.join(' · ')}</p>
          <p className="text-muted text-sm">
            {courseText.created(formatDate(course.created_at))} · {courseText.statusPublic}
          </p>
        </div>
      </div>
    </Card>
  );
}
