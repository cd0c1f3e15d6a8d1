import { CircleCheck, Copy, Download, Globe, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CourseRow } from '@/features/console-kit/requests/rows';
import { consoleText } from '@/features/console-kit/text/console';
import { courseText as text } from '@/features/console-kit/text/courses';
import { ActionMenu } from '@/features/console-kit/widgets/action-menu';
import { State } from '@/features/console-kit/widgets/states';
import { counted, formatDate } from '@/shared/format/format';
import { courseEditorHref, videoUploadHref } from '@/shared/paths';
import { Button, type ButtonKind, buttonClass, IconButton } from '@/ui/button';
import { useMedia } from '@/ui/use-media';
import { archiveText } from '../text/archive';
import { ExportDialog } from './export-course';

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
  const isPhone = useMedia('(max-width: 47.99rem)'); // below Tailwind's md
  const [exporting, setExporting] = useState(false);
  const links = (kind: ButtonKind) => (
    <>
      <Link to={courseEditorHref(id)} lang="en" aria-label={`${text.edit} ${title}`} className={buttonClass(kind)}>
        {text.edit}
      </Link>
      <Link to={videoUploadHref(id)} lang="en" aria-label={`${text.addVideo} ${title}`} className={buttonClass(kind)}>
        {text.addVideo}
      </Link>
    </>
  );
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
      {isPhone ? (
        <ActionMenu label={consoleText.actionsOf(title)}>
          {links('plain')}
          <Button kind="plain" busy={busy} onClick={() => onDuplicate(course)}>
            {text.duplicate}
          </Button>
          <Button kind="plain" onClick={() => setExporting(true)}>
            {archiveText.exportTitle}
          </Button>
        </ActionMenu>
      ) : (
        <div className="flex items-center gap-2">
          <IconButton
            label={`${text.duplicate}: ${title}`}
            aria-busy={busy || undefined}
            onClick={() => onDuplicate(course)}
          >
            <Copy size={18} aria-hidden="true" />
          </IconButton>
          <IconButton label={archiveText.export(title)} onClick={() => setExporting(true)}>
            <Download size={18} aria-hidden="true" />
          </IconButton>
          {links('quiet')}
        </div>
      )}
      <ExportDialog course={course} open={exporting} onClose={() => setExporting(false)} />
    </li>
  );
}
