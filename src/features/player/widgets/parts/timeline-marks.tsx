import { useEffect, useState } from 'react';
import { formatDuration } from '@/shared/format/format';
import { classNames } from '@/ui/class-names';
import { marksOf, type TimelineItem, type TimelineMark } from '../../rules';
import { timelineText } from '../../text/timeline';
import { seekTo, THUMB_PX } from '../player-actions';
import { timelineIcons } from '../timeline-icons';

/** Size of a mark's target (px). Marks that are closer together are merged. */
const TARGET_PX = 44;

function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

const nameOf = ({ at, items }: TimelineMark) =>
  `${formatDuration(at)}: ${items.map(({ kind, text }) => `${timelineText.kinds[kind].one} „${text.slice(0, 60)}“`).join('; ')}`;

interface TimelineMarksProps {
  video: HTMLVideoElement;
  /** Seconds. */
  duration: number;
  items: readonly TimelineItem[];
}

/**
 * Notes (squares) and comments (circles) above the seek bar, and the gaps between chapters on the bar. The marks are shortcuts for pointers and no
 * Tab stops, because keyboards reach the same items in the lesson's list.
 */
export function TimelineMarks({ video, duration, items }: TimelineMarksProps) {
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const width = useWidth(bar);
  const scale = Math.max(1, width - 2 * THUMB_PX) / Math.max(1, duration);
  const marks = width > 0 && duration > 0 ? marksOf(items, TARGET_PX / scale) : [];
  const chapters = items.filter(({ kind, at }) => kind === 'chapter' && at > 0 && at < duration);
  return (
    <div ref={setBar} className="pointer-events-none absolute inset-0">
      {duration > 0 &&
        chapters.map(({ key, at }) => (
          <span
            key={key}
            data-chapter-gap=""
            className="absolute inset-y-0 my-auto h-2.5 w-1 -translate-x-1/2 bg-[#0b0d10]"
            style={{ left: THUMB_PX + at * scale }}
          />
        ))}
      {marks.map((mark) => {
        const [first] = mark.items;
        const Icon = timelineIcons[first?.kind ?? 'note'];
        return (
          <button
            key={first?.key}
            type="button"
            tabIndex={-1}
            aria-label={nameOf(mark)}
            title={nameOf(mark)}
            onClick={() => seekTo(video, mark.at)}
            className="pointer-events-auto absolute bottom-[calc(100%-4px)] grid size-11 -translate-x-1/2 place-items-center"
            style={{ left: THUMB_PX + mark.at * scale }}
          >
            <span
              className={classNames(
                'num flex h-7 min-w-7 items-center justify-center gap-1 border-2 border-[#f3efe8] px-1 font-bold text-xs',
                first?.kind === 'note'
                  ? 'rounded-[4px] bg-[#f3efe8] text-[#16181d]'
                  : 'rounded-full bg-[#16181de6] text-[#f3efe8]',
              )}
            >
              <Icon size={14} aria-hidden="true" />
              {mark.items.length > 1 && mark.items.length}
            </span>
          </button>
        );
      })}
    </div>
  );
}
