import { useEffect } from 'react';
import { play } from '../player-actions';
import { bufferedEnd } from './use-player';

/** Time (ms) that a video with enough buffered data may wait before it is restarted. */
const STALL_MS = 2_000;
/** Buffered time (s) after the current position that is enough to continue. */
const ENOUGH_S = 1;

const isStalled = (video: HTMLVideoElement) =>
  !video.paused &&
  !video.ended &&
  !video.seeking &&
  video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA &&
  bufferedEnd(video) - video.currentTime >= ENOUGH_S;

/** Restarts a video that waits although it has buffered data: it calls pause() and play(). In WebKitGTK such a video would wait forever. */
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
    // The first `waiting` may have come before this listener, because playback can start before the page is ready.
    wait();
    video.addEventListener('waiting', wait);
    return () => {
      clearTimeout(timer);
      video.removeEventListener('waiting', wait);
    };
  }, [video]);
}
