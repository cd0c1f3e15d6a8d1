import { useState } from 'react';
import { formatDuration } from '@/shared/format/format';
import type { TimelineItem } from '../../rules';
import { playerText } from '../../text/player';
import type { PlayerState } from '../hooks/use-player';
import { seekTo, THUMB_PX } from '../player-actions';
import { ChapterNames } from './chapter-names';
import { TimelineMarks } from './timeline-marks';

interface SeekBarProps {
  video: HTMLVideoElement;
  state: PlayerState;
  disabled: boolean;
  /** Length of the preview (s). The rest of the bar is drawn as locked. */
  limit: number | undefined;
  timeline?: readonly TimelineItem[] | undefined;
}

export const share = (part: number, whole: number) => `${whole > 0 ? Math.min(100, (part / whole) * 100) : 0}%`;

/** The position under the pointer: seconds of the video, and px from the left. */
function placeUnder(event: React.PointerEvent<HTMLElement>, duration: number): { seconds: number; x: number } {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const x = Math.min(width - THUMB_PX, Math.max(THUMB_PX, event.clientX - left));
  return { seconds: ((x - THUMB_PX) / Math.max(1, width - 2 * THUMB_PX)) * duration, x };
}

const chapterAt = (items: readonly TimelineItem[], seconds: number) =>
  items.findLast(({ kind, at }) => kind === 'chapter' && at <= seconds)?.text;

/** Shows the position, the buffered part and the time under the pointer. All slider keys work: arrows, Page Up and Down, Home, End. */
export function SeekBar({ video, state, disabled, limit, timeline = [] }: SeekBarProps) {
  const [under, setUnder] = useState<{ seconds: number; x: number }>();
  const closed = limit !== undefined && limit < state.duration ? limit : undefined;
  return (
    <div className="min-w-0 grow">
      <div className="relative">
        {under && state.duration > 0 && !disabled && (
          <span
            aria-hidden="true"
            data-player-preview=""
            className="num pointer-events-none absolute bottom-full z-1 max-w-60 -translate-x-1/2 truncate rounded-control bg-[#000000d9] px-2 py-0.5 font-semibold text-xs"
            style={{ left: under.x }}
          >
            {formatDuration(Math.min(under.seconds, closed ?? under.seconds))} {chapterAt(timeline, under.seconds)}
          </span>
        )}
        <input
          type="range"
          data-player-seek=""
          aria-label={playerText.seek}
          aria-valuetext={playerText.position(state.current, state.duration)}
          min={0}
          max={state.duration || 1}
          step="any"
          value={state.current}
          disabled={disabled || state.duration === 0}
          onChange={(event) => seekTo(video, Number(event.target.value))}
          onPointerMove={(event) => setUnder(placeUnder(event, state.duration))}
          onPointerLeave={() => setUnder(undefined)}
          onPointerCancel={() => setUnder(undefined)}
          className="player-range block w-full"
          style={{
            '--fill': share(state.current, state.duration),
            '--loaded': share(Math.min(state.buffered, closed ?? state.buffered), state.duration),
            '--open': closed === undefined ? '100%' : share(closed, state.duration),
          }}
        />
        {!disabled && <TimelineMarks video={video} duration={state.duration} items={timeline} />}
      </div>
      {!disabled && <ChapterNames items={timeline} duration={state.duration} current={state.current} />}
    </div>
  );
}
