import { Check, CloudDownload, Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useDownloads } from '@/features/downloads/queries/use-downloads';
import { type LessonProgress, watchedShare } from '@/features/progress/rules/course-progress';
import { formatDuration } from '@/shared/format/format';
import { joinFacts } from '@/shared/join-facts';
import { paths } from '@/shared/paths';
import type { VideoRow } from '@/shared/rows';
import { Badge } from '@/ui/badge';
import { cardClass } from '@/ui/card';
import { classNames } from '@/ui/class-names';
import { Notice } from '@/ui/notice';
import { courseStates, courseText, myCourses } from '../text/courses';

interface LessonRowsProps {
  videos: readonly VideoRow[];
  progress: LessonProgress;
  /** URL of a lesson; null when the plan does not include it. */
  hrefOf: (video: VideoRow) => string | null;
  /** Id of the lesson to continue with. */
  nextId?: string | undefined;
  /** True inside a panel, where the list has no card of its own. */
  bare?: boolean;
}

interface LessonRowProps {
  video: VideoRow;
  number: number;
  /** Watched share, 0 to 1. */
  share: number;
  href: string | null;
  downloaded: boolean;
  next: boolean;
}

function LessonRow({ video, number, share, href, downloaded, next }: LessonRowProps) {
  const facts = [
    formatDuration(video.duration_seconds),
    share === 1 && courseText.completed,
    share > 0 && share < 1 && courseText.underWay(Math.floor(share * 100)),
    downloaded && courseText.downloaded,
    !href && courseText.locked,
  ];
  return (
    <li
      className={classNames(
        'relative flex min-h-16 items-center gap-3 px-4 py-2.5 [contain-intrinsic-block-size:auto_4rem] [content-visibility:auto] hover:bg-sunk',
        next && 'bg-sunk shadow-[inset_3px_0_0_var(--accent)]',
      )}
    >
      <span
        className={classNames(
          'num w-8 shrink-0 font-extrabold',
          share === 1 ? 'text-ok' : share > 0 || next ? 'text-accent-ink' : 'text-muted',
        )}
      >
        {share === 1 ? <Check size={20} aria-hidden="true" /> : number}
      </span>
      <span className="min-w-0 grow basis-0">
        <Link
          to={href ?? paths.pricing}
          aria-label={href ? undefined : myCourses.locked(video.title)}
          aria-current={next ? 'step' : undefined}
          className={classNames(
            'font-bold no-underline after:absolute after:inset-0',
            href ? 'text-ink' : 'text-muted',
          )}
        >
          {video.title}
        </Link>
        <span className="num flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
          {joinFacts(facts)}
          {video.is_free_preview && <Badge tone="ok">{courseText.preview}</Badge>}
        </span>
        {share > 0 && share < 1 && (
          <span aria-hidden="true" className="mt-1.5 block h-1 overflow-hidden rounded-full bg-line">
            <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
          </span>
        )}
      </span>
      <span className="flex shrink-0 gap-2 text-muted" aria-hidden="true">
        {downloaded && <CloudDownload size={20} />}
        {!href && <Lock size={18} />}
      </span>
    </li>
  );
}

/** Lessons of a course in order, each with its length and its states: watched, preview, downloaded, not in the plan. */
export function LessonRows({ videos, progress, hrefOf, nextId, bare = false }: LessonRowsProps) {
  const downloads = useDownloads();
  const downloaded = new Set(downloads?.filter(({ status }) => status === 'completed').map(({ id }) => id));
  if (videos.length === 0) return <Notice title={courseStates.noLessons}>{courseStates.noLessonsText}</Notice>;
  return (
    <ol className={bare ? '-mx-4 lg:mx-0 [&>li]:rounded-control' : classNames(cardClass, 'ruled overflow-hidden')}>
      {videos.map((video, index) => (
        <LessonRow
          key={video.id}
          video={video}
          number={index + 1}
          share={watchedShare(progress.get(video.id))}
          href={hrefOf(video)}
          downloaded={downloaded.has(video.id)}
          next={video.id === nextId}
        />
      ))}
    </ol>
  );
}
