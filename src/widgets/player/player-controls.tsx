import { Captions, CaptionsOff, Keyboard, Maximize, Minimize, Pause, Play, RotateCcw, RotateCw, Volume1, Volume2, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { formatDuration } from '@/lib/format';
import { playerText } from '@/text/video';
import { PLAYBACK_RATES, seekBy, seekTo, setVolume, toggleMute, togglePlay } from './player-actions';
import type { PlayerState } from './use-player';

interface PlayerControlsProps {
  video: HTMLVideoElement;
  state: PlayerState;
  visible: boolean;
  /** Seconds of the skip buttons. */
  skip: number;
  hasCaptions: boolean;
  captionsOn: boolean;
  onCaptions: () => void;
  isFullscreen: boolean;
  onFullscreen: () => void;
  /** Absent where there is no keyboard. */
  onShortcuts: (() => void) | undefined;
}

function Control({
  label,
  onClick,
  pressed,
  children,
  className,
}: {
  label: string;
  onClick: () => void;
  pressed?: boolean;
  children: ReactNode;
  className?: string;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
      className={classNames('inline-grid size-11 shrink-0 place-items-center rounded-control text-[#fff] hover:bg-[#ffffff26]', className)}
    >
      {children}
    </button>
  );
}

const share = (part: number, whole: number) => `${whole > 0 ? Math.min(100, (part / whole) * 100) : 0}%`;

function SeekBar({ video, state }: { video: HTMLVideoElement; state: PlayerState }) {
  return (
    <input
      type="range"
      data-player-seek=""
      aria-label={playerText.seek}
      aria-valuetext={playerText.position(state.current, state.duration)}
      min={0}
      max={state.duration || 1}
      step="any"
      value={state.current}
      disabled={state.duration === 0}
      onChange={(event) => seekTo(video, Number(event.target.value))}
      className="player-range block w-full"
      style={{ '--fill': share(state.current, state.duration), '--loaded': share(state.buffered, state.duration) } as React.CSSProperties}
    />
  );
}

function Volume({ video, state }: { video: HTMLVideoElement; state: PlayerState }) {
  const volume = state.muted ? 0 : state.volume;
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <span className="hidden items-center md:flex">
      <Control label={state.muted ? playerText.unmute : playerText.mute} onClick={() => toggleMute(video)}>
        <Icon size={22} aria-hidden="true" />
      </Control>
      <input
        type="range"
        aria-label={playerText.volume}
        min={0}
        max={1}
        step={0.1}
        value={volume}
        onChange={(event) => setVolume(video, Number(event.target.value))}
        className="player-range w-20"
        style={{ '--fill': share(volume, 1) } as React.CSSProperties}
      />
    </span>
  );
}

/** The bar at the bottom of the player. */
export function PlayerControls(props: PlayerControlsProps) {
  const { video, state, visible, skip, hasCaptions, captionsOn, onCaptions, isFullscreen, onFullscreen, onShortcuts } = props;
  return (
    <div
      className={classNames(
        'absolute inset-x-0 bottom-0 bg-linear-to-t from-[#000000d9] to-[#00000000] px-2 pt-10 pb-1 text-sm text-[#fff] motion-safe:transition-opacity md:px-4 md:pb-2',
        visible ? 'opacity-100' : 'pointer-events-none opacity-0',
      )}
    >
      <div className="flex items-center gap-2 px-2 md:px-0">
        <SeekBar video={video} state={state} />
        <span aria-hidden="true" className="num whitespace-nowrap text-xs md:hidden">
          {formatDuration(state.current)} / {formatDuration(state.duration)}
        </span>
      </div>
      <div className="flex items-center">
        <Control label={state.playing ? playerText.pause : playerText.play} onClick={() => togglePlay(video)}>
          {state.playing ? <Pause size={24} aria-hidden="true" /> : <Play size={24} aria-hidden="true" />}
        </Control>
        <Control label={playerText.back(skip)} onClick={() => seekBy(video, -skip)}>
          <RotateCcw size={20} aria-hidden="true" />
        </Control>
        <Control label={playerText.forward(skip)} onClick={() => seekBy(video, skip)}>
          <RotateCw size={20} aria-hidden="true" />
        </Control>
        <Volume video={video} state={state} />
        <span className="num grow whitespace-nowrap px-2">
          <span className="max-md:hidden">
            {formatDuration(state.current)} / {formatDuration(state.duration)}
          </span>
        </span>
        {hasCaptions && (
          <Control label={captionsOn ? playerText.captionsOff : playerText.captionsOn} pressed={captionsOn} onClick={onCaptions}>
            {captionsOn ? <Captions size={22} aria-hidden="true" /> : <CaptionsOff size={22} aria-hidden="true" />}
          </Control>
        )}
        <select
          aria-label={playerText.speed}
          value={state.rate}
          onChange={(event) => {
            video.playbackRate = Number(event.target.value);
          }}
          className="h-11 cursor-pointer rounded-control bg-transparent px-1 text-center font-semibold text-sm text-[#fff] hover:bg-[#ffffff26]"
        >
          {PLAYBACK_RATES.map((rate) => (
            <option key={rate} value={rate} className="bg-[#000] text-[#fff]">
              {playerText.rate(rate)}
            </option>
          ))}
        </select>
        {onShortcuts && (
          <Control label={playerText.shortcuts} onClick={onShortcuts} className="max-md:hidden">
            <Keyboard size={20} aria-hidden="true" />
          </Control>
        )}
        <Control label={isFullscreen ? playerText.exitFullscreen : playerText.fullscreen} onClick={onFullscreen}>
          {isFullscreen ? <Minimize size={22} aria-hidden="true" /> : <Maximize size={22} aria-hidden="true" />}
        </Control>
      </div>
    </div>
  );
}
