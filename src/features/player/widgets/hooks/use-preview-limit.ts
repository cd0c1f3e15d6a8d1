import { useCallback, useEffect, useRef, useState } from 'react';
import { leaveScreens } from '../player-actions';

/** Tolerance for browsers that round the position (s). */
const ROUNDING_S = 0.05;

export interface PreviewLimit {
  /** True when the preview has ended; the position of the video then no longer changes. */
  over: boolean;
  /** True while the message about the end is on screen. */
  shown: boolean;
  show: () => void;
  dismiss: () => void;
}

/**
 * Limits a video to its first `seconds`, whatever moves it: playback, seeking, keys, the lock screen or picture-in-picture.
 * Rule: do not rely on this limit to protect the video. The storage policy rejects requests for videos that the account may not have.
 */
export function usePreviewLimit(video: HTMLVideoElement | null, seconds: number | undefined): PreviewLimit {
  const [over, setOver] = useState(false);
  const [shown, setShown] = useState(false);
  const ended = useRef(false);

  useEffect(() => {
    if (!video || seconds === undefined) return;
    const hold = ({ type }: Event) => {
      if (!ended.current && video.currentTime < seconds) return;
      if (!video.paused) video.pause();
      if (Math.abs(video.currentTime - seconds) > ROUNDING_S) video.currentTime = seconds;
      // Show the message once at the end, and again whenever someone presses play.
      if (!ended.current || type === 'play') setShown(true);
      if (ended.current) return;
      ended.current = true;
      setOver(true);
      leaveScreens(video);
    };
    const events = ['timeupdate', 'seeking', 'play'];
    for (const name of events) video.addEventListener(name, hold);
    return () => {
      for (const name of events) video.removeEventListener(name, hold);
    };
  }, [video, seconds]);

  return { over, shown, show: useCallback(() => setShown(true), []), dismiss: useCallback(() => setShown(false), []) };
}
