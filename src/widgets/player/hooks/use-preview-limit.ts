import { useCallback, useEffect, useRef, useState } from 'react';
import { leaveScreens } from '../player-actions';

/** Browsers round the position they were given. */
const ROUNDING_S = 0.05;

export interface PreviewLimit {
  /** The preview is over: nothing moves the film any more. */
  over: boolean;
  /** What says so is on screen. */
  told: boolean;
  tell: () => void;
  dismiss: () => void;
}

/**
 * Keeps a film within its first `seconds`: by playing, seeking, keys, the lock screen or the small window.
 * Rule: the courtesy of the player only; what an account may not have at all the storage policy refuses.
 */
export function usePreviewLimit(video: HTMLVideoElement | null, seconds: number | undefined): PreviewLimit {
  const [over, setOver] = useState(false);
  const [told, setTold] = useState(false);
  const ended = useRef(false);

  useEffect(() => {
    if (!video || seconds === undefined) return;
    const hold = ({ type }: Event) => {
      if (!ended.current && video.currentTime < seconds) return;
      if (!video.paused) video.pause();
      if (Math.abs(video.currentTime - seconds) > ROUNDING_S) video.currentTime = seconds;
      // Told once at the end, and again whenever somebody asks it to play.
      if (!ended.current || type === 'play') setTold(true);
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

  return { over, told, tell: useCallback(() => setTold(true), []), dismiss: useCallback(() => setTold(false), []) };
}
