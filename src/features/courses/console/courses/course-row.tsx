import { CircleCheck, Copy, Globe, Pencil } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { CourseRow } from '@/features/console-kit/requests/rows';
import { courseText as text } from '@/features/console-kit/text/courses';
import { State } from '@/features/console-kit/widgets/states';
import { counted, formatDate } from '@/shared/format/format';
import { courseEditorHref, videoUploadHref } from '@/shared/paths';
import { buttonClass, IconButton } from '@/ui/button';
import { ExportCourse } from './export-course';

const icons = { draft: Pencil, published: CircleCheck, public: Globe } as const;

export const CourseState = ({ status }: Pick<CourseRow, 'status'>) => (
  <State tone={status === 'draft' ? 'muted' : 'ok'} icon={icons[status]}>
    {text.statuses[status]}
  </State>
);

interface CourseItemProps {
  course: CourseRow;
  lessons: number;
  busy: boolean;
  onDuplicate: (course: CourseRow) => void;
}

/** A course in the list, with links to edit it and to add a video. */
export function CourseItem({ course, lessons, busy, onDuplicate }: CourseItemProps) {
  const { id, title, status, plan_type, updated_at } = course;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-4 py-3 first:border-t-0">
      <div className="min-w-0 grow basis-52">
        <p className="wrap-anywhere font-bold">{title}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-muted text-xs">
          <CourseState status={status} />
          <span>
            <span lang="en">{text.plans[plan_type]}</span> · {counted(lessons, ...text.lessons)} · {text.updated}{' '}
            {formatDate(updated_at)}
          </span>
        </p>
      </div>
      <div className="flex items-center gap-2">
        <IconButton
          label={`${text.duplicate}: ${title}`}
          aria-busy={busy || undefined}
          onClick={() => onDuplicate(course)}
        >
          <Copy size={18} aria-hidden="true" />
        </IconButton>
        <ExportCourse course={course} />
        <Link to={courseEditorHref(id)} lang="en" aria-label={`${text.edit} ${title}`} className={buttonClass('quiet')}>
          {text.edit}
        </Link>
        <Link
          to={videoUploadHref(id)}
          lang="en"
          aria-label={`${text.addVideo} ${title}`}
          className={buttonClass('quiet')}
        >
          {text.addVideo}
        </Link>
      </div>
    </li>
  );
}
