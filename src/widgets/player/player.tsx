import { type ReactNode, useEffect, useRef, useState } from 'react';
import { MOBILE_BREAKPOINT_PX } from '@/config/limits';
import { classNames } from '@/lib/class-names';
import { playerText } from '@/text/video';
import { Spinner } from '@/ui/spinner';
import { toggleFullscreen } from './player-actions';
import { PlayerControls } from './player-controls';
import { handlePlayerKey } from './player-keys';
import './player.css';
import { ShortcutsDialog } from './shortcuts-dialog';
import { TouchLayer } from './touch-layer';
import { useAutoHide } from './use-auto-hide';
import { useCaptionsTrack } from './use-captions-track';
import { useIsFullscreen } from './use-is-fullscreen';
import { useMediaSession } from './use-media-session';
import { usePlayer } from './use-player';
import { usePlayerSettings } from './use-player-settings';
import { useSource } from './use-source';

export interface PlayerProps {
  title: string;
  /** Name of the course, for the lock screen. */
  courseTitle: string;
  /** Undefined while it is being found out. */
  source: string | undefined;
  /** Seconds; undefined while nobody knows. */
  resumeAt?: number | undefined;
  /** WebVTT text. */
  captions: string | null;
  /** Covers picture and controls: why it cannot play. */
  cover?: ReactNode;
  /** In the corner, over the picture. */
  badge?: ReactNode;
  /** The element, when it is there. */
  onVideo: (video: HTMLVideoElement | null) => void;
  onFailed: (video: HTMLVideoElement) => void;
}

/** A native video element with our controls, keys and touches. What it plays and what is kept of it is the caller's business. */
export function Player({ title, courseTitle, source, resumeAt, captions, cover, badge, onVideo, onFailed }: PlayerProps) {
  const frame = useRef<HTMLElement>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [shortcuts, setShortcuts] = useState(false);
  const state = usePlayer(video);
  const settings = usePlayerSettings(video);
  const { visible, wake } = useAutoHide(state.playing);
  const isFullscreen = useIsFullscreen(frame);
  useSource(video, source, resumeAt);
  useCaptionsTrack(video, captions, settings.captions);
  useMediaSession(video, title, courseTitle);
  useEffect(() => onVideo(video), [video, onVideo]);
  const fullscreen = () => frame.current && video && toggleFullscreen(frame.current, video);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!video || !frame.current || cover) return;
      const target = { video, frame: frame.current, toggleCaptions: settings.toggleCaptions, showShortcuts: () => setShortcuts(true) };
      if (handlePlayerKey(event, target)) wake();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  return (
    <section
      ref={frame}
      aria-label={`${playerText.label}: ${title}`}
      data-controls={visible || undefined}
      onPointerMove={wake}
      onFocus={wake}
      className={classNames(
        'player-frame relative isolate aspect-video w-full overflow-hidden bg-[#0b0d10] md:rounded-card',
        state.playing && !visible && 'cursor-none',
      )}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: the captions track is added from the lesson's own text */}
      <video ref={setVideo} playsInline preload="metadata" onError={(event) => onFailed(event.currentTarget)} className="size-full" />
      {video && !cover && <TouchLayer video={video} controlsVisible={visible} onWake={wake} onDoubleClick={fullscreen} />}
      {(state.waiting || !source) && !cover && (
        <span className="pointer-events-none absolute inset-0 grid place-items-center text-[#fff]">
          <Spinner label={playerText.buffering} />
        </span>
      )}
      {badge && <span className="pointer-events-none absolute top-3 left-3">{badge}</span>}
      {video && !cover && (
        <PlayerControls
          video={video}
          state={state}
          visible={visible}
          skip={window.innerWidth < MOBILE_BREAKPOINT_PX ? 5 : 10}
          hasCaptions={captions !== null}
          captionsOn={settings.captions}
          onCaptions={settings.toggleCaptions}
          isFullscreen={isFullscreen}
          onFullscreen={fullscreen}
          onShortcuts={() => setShortcuts(true)}
        />
      )}
      {cover && <div className="absolute inset-0 grid place-items-center overflow-y-auto bg-[#0b0d10] p-4 text-center text-[#fff]">{cover}</div>}
      <ShortcutsDialog open={shortcuts} onClose={() => setShortcuts(false)} />
    </section>
  );
}
