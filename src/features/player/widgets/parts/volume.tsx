import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { playerText } from '../../text/player';
import type { PlayerState } from '../hooks/use-player';
import { rememberVolume, setVolume, toggleMute } from '../player-actions';
import { Control } from './control';
import { share } from './seek-bar';

/** Mute button and volume slider in steps of 0.1. Hidden on phones, which have hardware buttons. */
export function Volume({ video, state }: { video: HTMLVideoElement; state: PlayerState }) {
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
        aria-valuetext={playerText.volumeOf(Math.round(volume * 100))}
        min={0}
        max={1}
        step={0.1}
        value={volume}
        onPointerDown={() => rememberVolume(video)}
        onKeyDown={() => rememberVolume(video)}
        onChange={(event) => setVolume(video, Number(event.target.value))}
        className="player-range w-20"
        style={{ '--fill': share(volume, 1) }}
      />
    </span>
  );
}
