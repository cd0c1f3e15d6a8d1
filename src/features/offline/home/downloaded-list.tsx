import { Play } from 'lucide-react';
import { offlineText } from '@/features/downloads/text';
import { DeleteDownload } from '@/features/downloads/widgets/delete-download';
import type { DownloadedVideo } from '@/shared/downloads';
import { formatDuration } from '@/shared/format/format';
import { formatBytes } from '@/shared/format/format-bytes';
import { cardClass } from '@/ui/card';
import { classNames } from '@/ui/class-names';
import { Cover } from '@/ui/cover';
import { byCourse } from '../by-course';

interface DownloadedListProps {
  rows: readonly DownloadedVideo[];
  playing: string | undefined;
  /** Undefined when downloads are locked. */
  onPlay: ((videoId: string) => void) | undefined;
}

function Row({ row, current, onPlay }: { row: DownloadedVideo; current: boolean; onPlay: (() => void) | undefined }) {
  return (
    <li className={classNames(cardClass, 'flex items-center gap-1 overflow-hidden pr-1', current && 'border-accent')}>
      <button
        type="button"
        onClick={onPlay}
        disabled={!onPlay}
        aria-current={current ? 'true' : undefined}
        className="flex min-w-0 grow items-center gap-3 text-left hover:bg-sunk max-[18rem]:flex-col max-[18rem]:items-stretch max-[18rem]:gap-0 max-[18rem]:pl-3 disabled:opacity-60"
      >
        <span className="relative w-24 shrink-0 self-stretch overflow-hidden max-[18rem]:-ml-3 max-[18rem]:w-auto md:w-32">
          <Cover seed={row.courseId} src={row.thumbnail} className="h-full min-h-20" />
          <span className="absolute inset-0 grid place-items-center">
            <span className="grid size-10 place-items-center rounded-full bg-accent text-on-accent">
              <Play size={20} aria-hidden="true" />
            </span>
          </span>
        </span>
        <span className="min-w-0 grow py-2">
          <span className="block font-bold leading-snug">
            <span className="sr-only">{offlineText.play('')}</span>
            {row.title}
          </span>
          {row.description && <span className="line-clamp-2 text-muted text-sm">{row.description}</span>}
          <span className="num block text-muted text-sm">
            {formatDuration(row.duration)} · {formatBytes(row.fileSize)}
          </span>
          {row.downloadedAt && (
            <span className="num block text-muted text-sm">{offlineText.downloadedAt(row.downloadedAt)}</span>
          )}
        </span>
      </button>
      <DeleteDownload videoId={row.id} title={row.title} />
    </li>
  );
}

/** Complete downloads by course. A tap plays the lesson. */
export function DownloadedList({ rows, playing, onPlay }: DownloadedListProps) {
  return byCourse(rows).map(({ courseId, title, rows: lessons }) => (
    <section key={courseId} aria-labelledby={`course-${courseId}`} className="grid grid-cols-1 gap-3">
      <h3 id={`course-${courseId}`} className="text-base">
        {title || offlineText.noCourse}
      </h3>
      <ul className="grid grid-cols-1 gap-3">
        {lessons.map((row) => (
          <Row key={row.id} row={row} current={row.id === playing} onPlay={onPlay && (() => onPlay(row.id))} />
        ))}
      </ul>
    </section>
  ));
}
