import { useEffect } from 'react';
import { play } from '../player-actions';
import { bufferedEnd } from './use-player';

/** Time (ms) after which a video that waits with enough buffered data counts as stalled. */
const STALL_MS = 2_000;
/** Buffered time after the position (s) that is enough to play. */
const ENOUGH_S = 1;

const isStalled = (video: HTMLVideoElement) =>
  !video.paused &&
  !video.ended &&
  !video.seeking &&
  video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA &&
  bufferedEnd(video) - video.currentTime >= ENOUGH_S;

/** Pauses and plays a video that waits although it has buffered data. In WebKitGTK, such a video would wait forever. */
export function useStallRecovery(video: HTMLVideoElement | null): void {
  useEffect(() => {
    if (!video) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = () => {
      if (!isStalled(video)) return;
      video.pause();
      play(video);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(restart, STALL_MS);
    };
    // The video may already wait, because it can start before the page is ready.
    wait();
    video.addEventListener('waiting', wait);
    return () => {
      clearTimeout(timer);
      video.removeEventListener('waiting', wait);
    };
  }, [video]);
}
