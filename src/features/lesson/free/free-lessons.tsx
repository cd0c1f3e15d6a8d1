import { Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { LessonView } from '@/features/lessons/queries/queries';
import { isOpenToAll } from '@/features/lessons/queries/use-free-lesson';
import { formatDuration } from '@/shared/format/format';
import { paths, videoFreeHref } from '@/shared/paths';
import { cardClass } from '@/ui/card';
import { classNames } from '@/ui/class-names';
import { freeText as text } from '../text/free';

/** The lessons of the course: open ones and those that need a plan. */
export function FreeLessons({ view }: { view: LessonView }) {
  return (
    <section aria-labelledby="free-lessons" className="grid grid-cols-1 gap-2">
      <h2 id="free-lessons" className="text-lg">
        {text.lessons}
      </h2>
      <ol className={`${cardClass} ruled overflow-hidden`}>
        {view.lessons.map((video, index) => {
          const open = isOpenToAll(view, video);
          const current = video.id === view.video.id;
          return (
            <li key={video.id}>
              <Link
                to={open ? videoFreeHref(video.id) : paths.pricing}
                aria-current={current ? 'page' : undefined}
                className={classNames(
                  'grid min-h-14 grid-cols-[1.75rem_minmax(0,1fr)_auto] items-center gap-2 px-4 py-2 text-ink no-underline hover:bg-sunk',
                  current && 'bg-sunk',
                )}
              >
                <span className="num font-extrabold text-muted">{index + 1}</span>
                <span>
                  <span className="block font-semibold leading-snug">{video.title}</span>
                  <span className="num text-muted text-sm">
                    {formatDuration(video.duration_seconds)} ·{' '}
                    {current
                      ? text.current
                      : open
                        ? text.open
                        : text.locked[view.course?.plan_type === 'premium' ? 'premium' : 'basic']}
                  </span>
                </span>
                {!open && <Lock size={18} aria-hidden="true" className="text-muted" />}
              </Link>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
