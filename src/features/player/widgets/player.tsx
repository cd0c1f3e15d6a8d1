import { type ReactNode, Suspense, useRef, useState } from 'react';
import { SyncPlaceholder } from '@/features/sync/widgets/sync-placeholder';
import { classNames } from '@/ui/class-names';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import type { TimelineItem } from '../rules';
import { playerText } from '../text/player';
import { useAutoHide } from './hooks/use-auto-hide';
import { useCaptionsTrack } from './hooks/use-captions-track';
import { useIsFullscreen } from './hooks/use-is-fullscreen';
import { useMediaSession } from './hooks/use-media-session';
import { usePip } from './hooks/use-pip';
import { usePlayer } from './hooks/use-player';
import { usePlayerKeyboard } from './hooks/use-player-keyboard';
import { usePlayerSettings } from './hooks/use-player-settings';
import { usePreviewLimit } from './hooks/use-preview-limit';
import { useSource } from './hooks/use-source';
import { useVideoElement } from './hooks/use-video-element';
import { useWakeLock } from './hooks/use-wake-lock';
import type { NextLesson } from './parts/next-lesson';
import { PlayerControls } from './parts/player-controls';
import { PlayerCover } from './parts/player-cover';
import { CornerOverlays, WaitOverlay } from './parts/player-overlays';
import { TouchLayer } from './parts/touch-layer';
import { toggleFullscreen } from './player-actions';
import './player.css';

const ShortcutsDialog = lazyWithRetry(() =>
  import('./parts/shortcuts-dialog').then((module) => module.ShortcutsDialog),
);

export interface PlayerProps {
  title: string;
  /** The course's name, shown on the lock screen. */
  courseTitle: string;
  /** URL of the video; undefined until it is known. */
  source: string | undefined;
  /** Resume position (s); undefined until it is known. */
  resumeAt?: number | undefined;
  /** WebVTT text. */
  captions: string | null;
  /** Replaces picture and controls, and says why the video cannot play. */
  cover?: ReactNode;
  /** Chapters, notes and pinned comments, for the marks on the seek bar. */
  timeline?: readonly TimelineItem[] | undefined;
  /** Replaces the spinner when the wait has become long. */
  wait?: ReactNode;
  /** Shown in a corner of the picture. */
  badge?: ReactNode;
  /** The lesson that the player offers at the end of the video. The offered lesson never starts by itself. */
  next?: NextLesson | undefined;
  /** The lesson before this one, for the lock screen and headphones. */
  previous?: NextLesson | undefined;
  /**
   * Plays only the first `seconds`. When they are over, the node that `ended` returns covers the picture. If the learner closes it, it shows again
   * whenever the learner tries to play.
   */
  preview?: { seconds: number; ended: (dismiss: () => void) => ReactNode } | undefined;
  /** Receives the video element when it is mounted. */
  onVideo: (video: HTMLVideoElement | null) => void;
  onFailed: () => void;
}

/** A native video element with our own controls, keys and touch areas. The caller chooses the source and records the progress. */
export function Player(props: PlayerProps) {
  const { title, source, captions, preview } = props;
  const frame = useRef<HTMLElement>(null);
  const [video, attach] = useVideoElement(source, props.onVideo);
  /** True while the shortcuts dialog is open; undefined until it is opened for the first time. */
  const [shortcuts, setShortcuts] = useState<boolean>();
  const state = usePlayer(video);
  const settings = usePlayerSettings(video);
  const { visible, wake } = useAutoHide(state.playing);
  const isFullscreen = useIsFullscreen(frame);
  const isPip = usePip(video);
  const limit = usePreviewLimit(video, preview?.seconds);
  const resumed = useSource(video, source, props.resumeAt);
  useCaptionsTrack(video, captions, settings.captions, visible);
  useMediaSession(video, props);
  useWakeLock(state.playing);
  const fullscreen = () => frame.current && video && toggleFullscreen(frame.current, video);
  const cover = props.cover ?? (limit.shown ? preview?.ended(limit.dismiss) : undefined);
  const locked = limit.over ? limit.show : undefined;
  /** The video element; null while a cover hides its picture. */
  const shown = cover ? null : video;
  const showShortcuts = () => setShortcuts(true);
  usePlayerKeyboard({
    video,
    frame,
    covered: Boolean(cover),
    toggleCaptions: settings.toggleCaptions,
    showShortcuts,
    pageKeys: settings.pageKeys,
    locked,
    onEscape: limit.dismiss,
    onHandled: wake,
  });

  return (
    <section
      ref={frame}
      // A click on the picture puts the focus into the player, whose keys then work.
      tabIndex={-1}
      aria-label={`${playerText.label}: ${title}`}
      data-controls={visible || undefined}
      onPointerMove={wake}
      onFocus={wake}
      className={classNames(
        // Clip instead of hide: the frame must grow with a cover whose text does not fit (large font on a small screen).
        'player-frame relative isolate grid outline-none aspect-video w-full min-w-0 overflow-clip max-[18rem]:aspect-square bg-[#0b0d10] md:rounded-card',
        state.playing && !visible && 'cursor-none',
      )}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: the captions track is added from the lesson's own text */}
      <video
        ref={attach}
        playsInline
        preload="metadata"
        onError={props.onFailed}
        className="absolute inset-0 size-full"
      />
      {shown && (
        <TouchLayer video={shown} controlsVisible={visible} onWake={wake} onDoubleClick={fullscreen} locked={locked} />
      )}
      {(state.waiting || !source || props.wait) && !cover && <WaitOverlay wait={props.wait} />}
      <CornerOverlays video={shown} state={state} badge={props.badge} resumed={resumed} next={props.next} />
      {shown && (
        <PlayerControls
          video={shown}
          state={state}
          visible={visible}
          hasCaptions={captions !== null}
          captionsOn={settings.captions}
          onCaptions={settings.toggleCaptions}
          isFullscreen={isFullscreen}
          onFullscreen={fullscreen}
          isPip={isPip}
          onShortcuts={showShortcuts}
          limit={preview?.seconds}
          timeline={props.timeline}
          locked={locked}
        />
      )}
      {cover && <PlayerCover takesFocus={limit.shown}>{cover}</PlayerCover>}
      {shortcuts !== undefined && (
        <Suspense fallback={shortcuts && <SyncPlaceholder onClose={() => setShortcuts(false)} />}>
          <ShortcutsDialog open={shortcuts} onClose={() => setShortcuts(false)} settings={settings} />
        </Suspense>
      )}
    </section>
  );
}
