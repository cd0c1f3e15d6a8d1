import { ArrowDown, ArrowUp, ClipboardPlus, GripVertical, Pencil, Trash2 } from 'lucide-react';
import type { ButtonHTMLAttributes, CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import type { LessonFileRow, VideoRow } from '@/features/console-kit/requests/rows';
import { editorText as text } from '@/features/console-kit/text/courses';
import { State } from '@/features/console-kit/widgets/states';
import { counted, formatDuration } from '@/shared/format/format';
import { videoEditHref } from '@/shared/paths';
import { IconButton } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { ReadinessBadge } from './readiness-badge';

/** Makes a row draggable by its grip. */
export interface RowDrag {
  rowRef: (element: HTMLElement | null) => void;
  gripRef: (element: HTMLElement | null) => void;
  gripProps: ButtonHTMLAttributes<HTMLButtonElement>;
  style: CSSProperties;
  isDragging: boolean;
}

interface LessonRowProps {
  video: VideoRow;
  position: number;
  last: boolean;
  tests: number;
  files: readonly Pick<LessonFileRow, 'title' | 'file_url'>[];
  /** Moves the lesson by one place: -1 up, 1 down. */
  onMove: (by: number) => void;
  onEdit: () => void;
  onRemove: () => void;
  onTest: () => void;
  /** Undefined until the code for dragging has loaded; until then the buttons move the lesson. */
  drag?: RowDrag | undefined;
}

export function LessonRow(props: LessonRowProps) {
  const { video, position, last, tests, files, onMove, onEdit, onRemove, onTest, drag } = props;
  const { id, course_id, title, description, duration_seconds, video_url, status } = video;
  return (
    <li
      ref={drag?.rowRef}
      style={drag?.style}
      className={classNames(
        'relative flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-surface px-2 py-2 [contain-intrinsic-block-size:auto_10rem] [content-visibility:auto] first:border-t-0 md:flex-nowrap md:[contain-intrinsic-block-size:auto_5rem]',
        drag?.isDragging && 'z-10 rounded-control shadow-card',
      )}
    >
      <button
        ref={drag?.gripRef}
        type="button"
        aria-disabled={drag ? undefined : true}
        {...drag?.gripProps}
        aria-label={text.grip(title)}
        className="flex size-11 shrink-0 cursor-grab touch-none items-center justify-center rounded-control text-muted hover:text-ink"
      >
        <GripVertical size={20} aria-hidden="true" />
      </button>
      <span className="w-6 shrink-0 text-right font-bold text-muted tabular-nums">{position}</span>
      <div className="min-w-0 grow basis-40">
        <p className="wrap-anywhere font-bold">
          <Link to={videoEditHref(course_id, id)} className="text-ink no-underline hover:underline">
            {title}
          </Link>
        </p>
        {description && <p className="line-clamp-1 text-muted text-sm">{description}</p>}
        <p className="flex flex-wrap items-center gap-x-3 text-muted text-xs">
          <span className="tabular-nums">{formatDuration(duration_seconds)}</span>
          <span>{counted(tests, ...text.tests)}</span>
          <State tone={status === 'draft' ? 'muted' : 'ok'}>{status === 'draft' ? text.draft : text.published}</State>
          {video_url ? <ReadinessBadge video={video} files={files} /> : <State tone="warn">{text.noFile}</State>}
        </p>
        {files.length > 0 && (
          <p className="wrap-anywhere line-clamp-2 text-muted text-xs">
            {counted(files.length, ...text.lessonFiles)}: {files.map(({ title }) => title).join(', ')}
          </p>
        )}
      </div>
      <div className="flex shrink-0 items-center max-md:ml-auto">
        {/* A click can move the row to the first or last place. Use `aria-disabled` there, because a disabled button would lose the focus. */}
        <IconButton label={text.up(title)} aria-disabled={position === 1 || undefined} onClick={() => onMove(-1)}>
          <ArrowUp size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={text.down(title)} aria-disabled={last || undefined} onClick={() => onMove(1)}>
          <ArrowDown size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={`${text.createTest}: ${title}`} onClick={onTest}>
          <ClipboardPlus size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={text.edit(title)} onClick={onEdit}>
          <Pencil size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={text.remove(title)} onClick={onRemove}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}
