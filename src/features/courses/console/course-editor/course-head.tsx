import { CircleCheck, Globe, Pencil, RefreshCw } from 'lucide-react';
import type { CourseRow, VideoRow } from '@/features/console-kit/requests/rows';
import { courseText, editorText as text } from '@/features/console-kit/text/courses';
import { State } from '@/features/console-kit/widgets/states';
import { counted, formatDuration } from '@/shared/format/format';
import { IconButton } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { shapeOf } from '@/ui/drawing/printed';
import { PrintedObject } from '@/ui/printed-object';

const icons = { draft: Pencil, published: CircleCheck, public: Globe } as const;

interface CourseHeadProps {
  course: CourseRow;
  videos: readonly VideoRow[];
  onRefresh: () => void;
}

/** The course's status, plan and length beside its printed shape, which has one layer per lesson that learners see. */
export function CourseHead({ course, videos, onRefresh }: CourseHeadProps) {
  const seconds = videos.reduce((sum, { duration_seconds }) => sum + duration_seconds, 0);
  const published = videos.filter(({ status }) => status !== 'draft').length;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 md:flex-nowrap">
      {/* On phones the page header cuts the title off, so repeat all of it here. */}
      <p aria-hidden="true" className="wrap-anywhere w-full font-bold md:hidden">
        {course.title}
      </p>
      <PrintedObject
        shape={shapeOf(course.id, course.shape)}
        total={Math.max(1, videos.length)}
        done={published}
        minLines={8}
        width={56}
        height={50}
        label={text.shapeAlt(published, videos.length)}
        className="max-md:hidden"
      />
      <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm">
        <State tone={course.status === 'draft' ? 'muted' : 'ok'} icon={icons[course.status]}>
          {courseText.statuses[course.status]}
        </State>
        <Chip>{courseText.plans[course.plan_type]}</Chip>
        <span className="tabular-nums">
          {counted(videos.length, ...courseText.lessons)} · {formatDuration(seconds)}
        </span>
      </p>
      <IconButton label={text.refresh} onClick={onRefresh}>
        <RefreshCw size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
