import { Check, CloudDownload, Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { videoHref } from '@/config/paths';
import { useDownloads } from '@/data/downloads/use-downloads';
import { type LessonProgress, watchedShare } from '@/domain/course-progress';
import type { VideoRow } from '@/domain/rows';
import { classNames } from '@/lib/class-names';
import { formatDuration } from '@/lib/format';
import { courseStates, courseText } from '@/text/courses';
import { cardClass } from '@/ui/card';
import { Notice } from '@/ui/notice';

interface LessonListProps {
  courseId: string;
  videos: readonly VideoRow[];
  readable: ReadonlySet<string>;
  progress: LessonProgress;
}

/** The lessons of a course, in order, each with what is true of it: watched, preview, downloaded, not in the plan. */
export function LessonList({ courseId, videos, readable, progress }: LessonListProps) {
  const downloads = useDownloads();
  const downloaded = new Set(downloads?.filter(({ status }) => status === 'completed').map(({ id }) => id));
  if (videos.length === 0) return <Notice title={courseStates.noLessons} />;
  return (
    <ol className={classNames(cardClass, 'divide-y divide-line')}>
      {videos.map((video, index) => {
        const share = watchedShare(progress.get(video.id));
        const open = readable.has(video.id);
        return (
          <li
            key={video.id}
            className="relative grid min-h-16 grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-3 px-4 py-2.5 first:rounded-t-card last:rounded-b-card hover:bg-sunk"
          >
            <span className={classNames('num font-extrabold', share === 1 ? 'text-ok' : share > 0 ? 'text-accent-ink' : 'text-muted')}>
              {share === 1 ? <Check size={20} aria-hidden="true" /> : index + 1}
            </span>
            <span>
              <Link to={videoHref(video.id, courseId)} className="font-bold text-ink no-underline after:absolute after:inset-0">
                {video.title}
              </Link>
              <span className="num block text-muted text-sm">
                {[
                  formatDuration(video.duration_seconds),
                  share === 1 && courseText.completed,
                  share > 0 && share < 1 && courseText.underWay(Math.floor(share * 100)),
                  video.is_free_preview && courseText.preview,
                  downloaded.has(video.id) && courseText.downloaded,
                  !open && courseText.locked,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span className="flex gap-2 text-muted" aria-hidden="true">
              {downloaded.has(video.id) && <CloudDownload size={20} />}
              {!open && <Lock size={18} />}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
