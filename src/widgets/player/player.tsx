import { type ReactNode, Suspense, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { classNames } from '@/lib/class-names';
import { playerText } from '@/text/player';
import { Spinner } from '@/ui/spinner';
import { useAutoHide } from './hooks/use-auto-hide';
import { useCaptionsTrack } from './hooks/use-captions-track';
import { useIsFullscreen } from './hooks/use-is-fullscreen';
import { useMediaSession } from './hooks/use-media-session';
import { usePip } from './hooks/use-pip';
import { usePlayer } from './hooks/use-player';
import { usePlayerSettings } from './hooks/use-player-settings';
import { usePreviewLimit } from './hooks/use-preview-limit';
import { useSource } from './hooks/use-source';
import { useWakeLock } from './hooks/use-wake-lock';
import { type NextLesson, NextLessonOffer } from './parts/next-lesson';
import { PlayerControls } from './parts/player-controls';
import { ResumeHint } from './parts/resume-hint';
import { TouchLayer } from './parts/touch-layer';
import './player.css';
import { latePart } from '@/lib/late-part';
import { NotYet } from '../not-yet';
import { toggleFullscreen } from './player-actions';
import { handlePlayerKey } from './player-keys';

const ShortcutsDialog = latePart(() => import('./parts/shortcuts-dialog').then((module) => module.ShortcutsDialog));

/** The hint of where a lesson goes on leaves after so many seconds of film. */
const RESUME_HINT_S = 8;

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
  /** Offered when the film has ended; never begun by itself. */
  next?: NextLesson | undefined;
  /** Only the first `seconds` play; `ended` covers the picture when they are over, and whenever play is pressed after that. */
  preview?: { seconds: number; ended: (dismiss: () => void) => ReactNode } | undefined;
  /** The element, when it is there. */
  onVideo: (video: HTMLVideoElement | null) => void;
  onFailed: () => void;
}

/** Open from the end of the film until it is closed, or the film moves again. */
function useEndOffer(ended: boolean): [boolean, () => void] {
  const [closed, setClosed] = useState(false);
  if (!ended && closed) setClosed(false);
  return [ended && !closed, () => setClosed(true)];
}

/** A native video element with our controls, keys and touches. What it plays and what is kept of it is the caller's business. */
export function Player({
  title,
  courseTitle,
  source,
  resumeAt,
  captions,
  cover: given,
  badge,
  next,
  preview,
  onVideo,
  onFailed,
}: PlayerProps) {
  const frame = useRef<HTMLElement>(null);
  const covering = useRef<HTMLDivElement>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [known] = useState(source);
  /** A source that is known already is loaded while the rest of the screen is still being drawn; the controls come after its first frame. */
  const begin = useCallback(
    (element: HTMLVideoElement | null) => {
      if (element && known) element.src = known;
      startTransition(() => setVideo(element));
    },
    [known],
  );
  /** Undefined until they were asked for once. */
  const [shortcuts, setShortcuts] = useState<boolean>();
  const state = usePlayer(video);
  const settings = usePlayerSettings(video);
  const { visible, wake } = useAutoHide(state.playing);
  const isFullscreen = useIsFullscreen(frame);
  const isPip = usePip(video);
  const [offered, closeOffer] = useEndOffer(state.ended);
  const limit = usePreviewLimit(video, preview?.seconds);
  const resumed = useSource(video, source, resumeAt);
  useCaptionsTrack(video, captions, settings.captions, visible);
  useMediaSession(video, title, courseTitle);
  useWakeLock(state.playing);
  useEffect(() => onVideo(video), [video, onVideo]);
  // The control that had the focus is gone: what took its place gets it.
  useEffect(() => {
    if (limit.told && document.activeElement === document.body) covering.current?.focus();
  }, [limit.told]);
  const fullscreen = () => frame.current && video && toggleFullscreen(frame.current, video);
  const cover = given ?? (limit.told ? preview?.ended(limit.dismiss) : undefined);
  const locked = limit.over ? limit.tell : undefined;
  const hint = resumed !== undefined && state.current < resumed + RESUME_HINT_S ? resumed : undefined;

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!video || !frame.current) return;
      if (cover) {
        if (event.key === 'Escape' && limit.told) limit.dismiss();
        return;
      }
      const target = {
        video,
        frame: frame.current,
        toggleCaptions: settings.toggleCaptions,
        showShortcuts: () => setShortcuts(true),
        locked,
      };
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
        // Clipped, not hidden: so the frame grows with a cover whose words do not fit, at large letters on a small screen.
        'player-frame relative isolate grid aspect-video w-full min-w-0 overflow-clip max-[18rem]:aspect-square bg-[#0b0d10] md:rounded-card',
        state.playing && !visible && 'cursor-none',
      )}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: the captions track is added from the lesson's own text */}
      <video ref={begin} playsInline preload="metadata" onError={onFailed} className="absolute inset-0 size-full" />
      {video && !cover && (
        <TouchLayer video={video} controlsVisible={visible} onWake={wake} onDoubleClick={fullscreen} locked={locked} />
      )}
      {(state.waiting || !source) && !cover && (
        <span className="pointer-events-none absolute inset-0 z-1 grid place-items-center [&_[role=status]>span]:text-[#fff]">
          <Spinner label={playerText.buffering} />
        </span>
      )}
      <div className="pointer-events-none absolute inset-x-3 top-3 flex flex-wrap items-start justify-between gap-2">
        {badge && <span>{badge}</span>}
        {video && !cover && hint !== undefined && <ResumeHint video={video} from={hint} />}
      </div>
      {video && !cover && next && offered && <NextLessonOffer video={video} next={next} onClose={closeOffer} />}
      {video && !cover && (
        <PlayerControls
          video={video}
          state={state}
          visible={visible}
          hasCaptions={captions !== null}
          captionsOn={settings.captions}
          onCaptions={settings.toggleCaptions}
          isFullscreen={isFullscreen}
          onFullscreen={fullscreen}
          isPip={isPip}
          onShortcuts={() => setShortcuts(true)}
          limit={preview?.seconds}
          locked={locked}
        />
      )}
      {cover && (
        <div
          ref={covering}
          tabIndex={-1}
          className="relative grid min-w-0 place-items-center bg-[#0b0d10] p-4 text-center text-[#fff] outline-none"
        >
          {cover}
        </div>
      )}
      {shortcuts !== undefined && (
        <Suspense fallback={shortcuts && <NotYet onClose={() => setShortcuts(false)} />}>
          <ShortcutsDialog open={shortcuts} onClose={() => setShortcuts(false)} />
        </Suspense>
      )}
    </section>
  );
}
