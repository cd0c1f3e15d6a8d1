import { classNames } from '@/ui/class-names';
import type { TimelineItem } from '../../rules';
import { THUMB_PX } from '../player-actions';

interface ChapterNamesProps {
  items: readonly TimelineItem[];
  /** Seconds. */
  duration: number;
  current: number;
}

/** Chapter names below the seek bar, each under its chapter. Screen readers and keyboards use the names in the lesson's list. */
export function ChapterNames({ items, duration, current }: ChapterNamesProps) {
  const chapters = items.filter(({ kind, at }) => kind === 'chapter' && at < duration);
  if (chapters.length === 0) return null;
  const ends = [...chapters.slice(1).map(({ at }) => at), duration];
  return (
    <div aria-hidden="true" className="flex max-md:hidden" style={{ marginInline: THUMB_PX }}>
      {chapters.map(({ key, at, text }, index) => {
        const end = ends[index] ?? duration;
        return (
          <span
            key={key}
            className={classNames(
              'min-w-0 truncate pr-2 text-xs leading-4',
              at <= current && current < end ? 'font-bold text-[#fff]' : 'text-[#ffffffb3]',
            )}
            // Start the first name where its chapter starts, which is not always the start of the video.
            style={{ flex: `${end - at} 0 0`, marginLeft: index === 0 ? `${(at / duration) * 100}%` : 0 }}
          >
            {text}
          </span>
        );
      })}
    </div>
  );
}
