import {
  Captions,
  CaptionsOff,
  Keyboard,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  RotateCw,
} from 'lucide-react';
import { formatDuration } from '@/shared/format/format';
import { classNames } from '@/ui/class-names';
import type { TimelineItem } from '../../rules';
import { playerText } from '../../text/player';
import type { PlayerState } from '../hooks/use-player';
import {
  canPip,
  LONG_SKIP_SECONDS,
  PLAYBACK_RATES,
  SKIP_SECONDS,
  seekBy,
  togglePip,
  togglePlay,
} from '../player-actions';
import { Control } from './control';
import { SeekBar } from './seek-bar';
import { Volume } from './volume';

interface PlayerControlsProps {
  video: HTMLVideoElement;
  state: PlayerState;
  visible: boolean;
  hasCaptions: boolean;
  captionsOn: boolean;
  onCaptions: () => void;
  isFullscreen: boolean;
  onFullscreen: () => void;
  isPip: boolean;
  onShortcuts: () => void;
  timeline?: readonly TimelineItem[] | undefined;
  /** Length of the preview (s). */
  limit: number | undefined;
  /** Set when the preview has ended. The play button then calls this function; all other controls that move the video are disabled. */
  locked: (() => void) | undefined;
}

/** Skips forward or back. The icon shows the number of seconds. */
function Skip({
  video,
  by,
  disabled,
  className,
}: {
  video: HTMLVideoElement;
  by: number;
  disabled: boolean;
  className?: string;
}) {
  const Icon = by < 0 ? RotateCcw : RotateCw;
  const seconds = Math.abs(by);
  const label = by < 0 ? playerText.back(seconds) : playerText.forward(seconds);
  return (
    <Control
      label={label}
      disabled={disabled}
      onClick={() => seekBy(video, by)}
      className={classNames('relative', className)}
    >
      <Icon size={28} strokeWidth={1.75} aria-hidden="true" />
      <span aria-hidden="true" className="num absolute inset-0 grid place-items-center pt-0.5 font-bold text-[9px]">
        {seconds}
      </span>
    </Control>
  );
}

/** The control bar at the bottom of the player. */
export function PlayerControls(props: PlayerControlsProps) {
  const {
    video,
    state,
    visible,
    hasCaptions,
    captionsOn,
    onCaptions,
    isFullscreen,
    onFullscreen,
    isPip,
    onShortcuts,
    limit,
    timeline,
    locked,
  } = props;
  const off = locked !== undefined;
  // Specification 2 §9: skips of 5 s on phones and in a preview; desktops also have skips of 10 s.
  const hasLongSkips = limit === undefined;
  const time = `${formatDuration(state.current)} / ${formatDuration(state.duration)}`;
  return (
    <div
      className={classNames(
        'pointer-events-none absolute inset-x-0 bottom-0 bg-linear-to-t from-[#000000d9] to-[#00000000] px-2 pt-10 pb-1 text-sm text-[#fff] motion-safe:transition-opacity md:px-4 md:pb-2',
        visible ? '[&>*]:pointer-events-auto opacity-100' : 'opacity-0',
      )}
    >
      <div className="flex items-center gap-2 px-2 md:px-0">
        <SeekBar video={video} state={state} disabled={off} limit={limit} timeline={timeline} />
        <span aria-hidden="true" className="num whitespace-nowrap text-xs md:hidden">
          {time}
        </span>
      </div>
      <div className="flex flex-wrap items-center">
        <Control
          label={state.playing ? playerText.pause : playerText.play}
          onClick={locked ?? (() => togglePlay(video))}
        >
          {state.playing ? <Pause size={24} aria-hidden="true" /> : <Play size={24} aria-hidden="true" />}
        </Control>
        {hasLongSkips && <Skip video={video} by={-LONG_SKIP_SECONDS} disabled={off} className="max-md:hidden" />}
        <Skip video={video} by={-SKIP_SECONDS} disabled={off} className="max-[18rem]:hidden" />
        <Skip video={video} by={SKIP_SECONDS} disabled={off} className="max-[18rem]:hidden" />
        {hasLongSkips && <Skip video={video} by={LONG_SKIP_SECONDS} disabled={off} className="max-md:hidden" />}
        <Volume video={video} state={state} />
        <span className="num grow whitespace-nowrap px-2">
          <span className="max-md:hidden">{time}</span>
        </span>
        {hasCaptions && (
          <Control
            label={captionsOn ? playerText.captionsOff : playerText.captionsOn}
            pressed={captionsOn}
            onClick={onCaptions}
          >
            {captionsOn ? <Captions size={22} aria-hidden="true" /> : <CaptionsOff size={22} aria-hidden="true" />}
          </Control>
        )}
        <select
          aria-label={playerText.speed}
          value={state.rate}
          onChange={(event) => {
            video.playbackRate = Number(event.target.value);
          }}
          className="h-11 cursor-pointer appearance-none rounded-control bg-transparent px-2 text-center font-semibold text-sm text-[#fff] hover:bg-[#ffffff26]"
        >
          {PLAYBACK_RATES.map((rate) => (
            <option key={rate} value={rate} className="bg-[#000] text-[#fff]">
              {playerText.rate(rate)}
            </option>
          ))}
        </select>
        {canPip() && (
          <Control label={isPip ? playerText.exitPip : playerText.pip} disabled={off} onClick={() => togglePip(video)}>
            <PictureInPicture2 size={22} aria-hidden="true" />
          </Control>
        )}
        <Control label={playerText.shortcuts} onClick={onShortcuts} className="max-md:hidden">
          <Keyboard size={20} aria-hidden="true" />
        </Control>
        <Control
          label={isFullscreen ? playerText.exitFullscreen : playerText.fullscreen}
          disabled={off}
          onClick={onFullscreen}
        >
          {isFullscreen ? <Minimize size={22} aria-hidden="true" /> : <Maximize size={22} aria-hidden="true" />}
        </Control>
      </div>
    </div>
  );
}
