import { MOBILE_BREAKPOINT_PX } from '@/config/limits';

// What a learner can do to a video element; buttons, keys and touches all end here.

/** Specification 2 §5. */
export const PLAYBACK_RATES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;
/** Specification 2 §9: seconds of the skips. */
export const SKIP_SECONDS = 5;
export const LONG_SKIP_SECONDS = 10;
const VOLUME_STEP = 0.1;
const USUAL_VOLUME = 1;

/** Playing may be refused (no gesture yet, a source that was replaced): then the button still says "play". */
export const play = (video: HTMLVideoElement) => void video.play().catch(() => undefined);

export const togglePlay = (video: HTMLVideoElement) => (video.paused || video.ended ? play(video) : video.pause());

/** Told of before every seek that the learner asks for, with its aim in seconds: the element itself may fail before it says where it was going. */
export const AIM_EVENT = 'aim';

export function seekTo(video: HTMLVideoElement, seconds: number): void {
  const end = Number.isFinite(video.duration) ? video.duration : 0;
  const aim = Math.min(end, Math.max(0, seconds));
  video.dispatchEvent(new CustomEvent(AIM_EVENT, { detail: aim }));
  video.currentTime = aim;
}

export const seekBy = (video: HTMLVideoElement, seconds: number) => seekTo(video, video.currentTime + seconds);

/** What could be heard before the slider was drawn to nothing. */
const audible = new WeakMap<HTMLVideoElement, number>();

/** Call before the volume begins to move. */
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

/** Muting keeps the volume, and unmuting brings it back, also after the slider was drawn to nothing. */
export function toggleMute(video: HTMLVideoElement): void {
  video.muted = !video.muted;
  if (!video.muted && video.volume === 0) video.volume = audible.get(video) ?? USUAL_VOLUME;
}

export function stepRate(video: HTMLVideoElement, direction: 1 | -1): void {
  const at = PLAYBACK_RATES.findIndex((rate) => rate >= video.playbackRate);
  video.playbackRate = PLAYBACK_RATES[Math.min(PLAYBACK_RATES.length - 1, Math.max(0, at + direction))] ?? 1;
}

/** Phones turn the picture where the browser lets them. */
function turn(): void {
  if (Math.min(screen.width, screen.height) >= MOBILE_BREAKPOINT_PX) return;
  const { lock } = screen.orientation as { lock?: (to: string) => Promise<void> };
  void lock?.call(screen.orientation, 'landscape').catch(() => undefined);
}

/** The player with its controls fills the screen; an iPhone gives the screen to the video element alone. */
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

/** Back to the page, from the whole screen or the small window. */
export function leaveScreens(video: HTMLVideoElement): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => undefined);
  (video as { webkitExitFullscreen?: () => void }).webkitExitFullscreen?.();
}
