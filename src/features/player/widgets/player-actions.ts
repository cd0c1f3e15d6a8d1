import { MOBILE_BREAKPOINT_PX } from '@/shared/app-limits';

// The learner's actions on a video element; buttons, keys and touches all call these functions.

/** Playback rates that the learner can choose (specification 2 §5). */
export const PLAYBACK_RATES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;
/** Length of a short skip (s; specification 2 §9). */
export const SKIP_SECONDS = 5;
/** Length of a long skip (s; specification 2 §9). */
export const LONG_SKIP_SECONDS = 10;
/** Half the width of the seek bar's thumb (px, the same as in player.css). The track is shorter than the input by this width at each end. */
export const THUMB_PX = 8;
const VOLUME_STEP = 0.1;
const USUAL_VOLUME = 1;

/** Event dispatched when the learner wants to play: an element that has failed reports nothing, and a new source must still play. */
export const PLAY_INTENT_EVENT = 'wish';

/** Starts playback. The browser may refuse (no gesture yet, a replaced source); the button then still shows "play". */
export function play(video: HTMLVideoElement): void {
  video.dispatchEvent(new Event(PLAY_INTENT_EVENT));
  video.play().catch(() => undefined);
}

export const togglePlay = (video: HTMLVideoElement) => (video.paused || video.ended ? play(video) : video.pause());

/** Event dispatched before each seek of the learner, with the target (s), because the element may fail before it reports the new position. */
export const SEEK_INTENT_EVENT = 'aim';

export function seekTo(video: HTMLVideoElement, seconds: number): void {
  // Before the metadata arrives, the length is unknown; the element limits the position when it loads.
  const end = Number.isFinite(video.duration) ? video.duration : Number.POSITIVE_INFINITY;
  const aim = Math.min(end, Math.max(0, seconds));
  video.dispatchEvent(new CustomEvent(SEEK_INTENT_EVENT, { detail: aim }));
  video.currentTime = aim;
}

export const seekBy = (video: HTMLVideoElement, seconds: number) => seekTo(video, video.currentTime + seconds);

/** The volume before the slider was dragged to 0. */
const audible = new WeakMap<HTMLVideoElement, number>();

/** Remembers the current volume for `toggleMute`; call this before the volume changes. */
export function rememberVolume(video: HTMLVideoElement): void {
  if (video.volume > 0) audible.set(video, video.volume);
}

export function setVolume(video: HTMLVideoElement, volume: number): void {
  video.volume = Math.min(1, Math.max(0, Math.round(volume * 10) / 10));
  video.muted = video.volume === 0;
}

export function stepVolume(video: HTMLVideoElement, direction: 1 | -1): void {
  rememberVolume(video);
  setVolume(video, (video.muted ? 0 : video.volume) + direction * VOLUME_STEP);
}

/** Mutes and unmutes. Unmuting restores the volume, also after the slider was dragged to 0. */
export function toggleMute(video: HTMLVideoElement): void {
  video.muted = !video.muted;
  if (!video.muted && video.volume === 0) video.volume = audible.get(video) ?? USUAL_VOLUME;
}

export function stepRate(video: HTMLVideoElement, direction: 1 | -1): void {
  const at = PLAYBACK_RATES.findIndex((rate) => rate >= video.playbackRate);
  video.playbackRate = PLAYBACK_RATES[Math.min(PLAYBACK_RATES.length - 1, Math.max(0, at + direction))] ?? 1;
}

/** Rotates phones to landscape, where the browser allows it. */
function turn(): void {
  if (Math.min(screen.width, screen.height) >= MOBILE_BREAKPOINT_PX) return;
  const { lock } = screen.orientation as { lock?: (to: string) => Promise<void> };
  void lock?.call(screen.orientation, 'landscape').catch(() => undefined);
}

/** Enters or leaves fullscreen with our controls. An iPhone supports this only for the video element itself. */
export function toggleFullscreen(frame: HTMLElement, video: HTMLVideoElement): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else if (frame.requestFullscreen) frame.requestFullscreen().then(turn, () => undefined);
  else (video as { webkitEnterFullscreen?: () => void }).webkitEnterFullscreen?.();
}

export const canPip = () => document.pictureInPictureEnabled === true;

export function togglePip(video: HTMLVideoElement): void {
  if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => undefined);
  else if (canPip()) void video.requestPictureInPicture().catch(() => undefined);
}

export function leaveScreens(video: HTMLVideoElement): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => undefined);
  (video as { webkitExitFullscreen?: () => void }).webkitExitFullscreen?.();
}
