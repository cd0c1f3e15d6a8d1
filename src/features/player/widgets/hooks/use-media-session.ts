import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { PRODUCT } from '@/shared/text/common';
import { LONG_SKIP_SECONDS, play, seekBy, seekTo } from '../player-actions';

interface MediaFacts {
  title: string;
  courseTitle: string;
  /** The lessons before and after this one in the course. */
  previous?: { href: string } | undefined;
  next?: { href: string } | undefined;
}

/** Events after which the position, the length or the rate on the lock screen would be wrong. */
const MOVES = ['loadedmetadata', 'durationchange', 'ratechange', 'seeked', 'play', 'pause', 'emptied'];

/** Shows the lesson on the lock screen and handles the buttons there and on headphones. */
export function useMediaSession(video: HTMLVideoElement | null, facts: MediaFacts): void {
  const { title, courseTitle } = facts;
  const [previous, next] = [facts.previous?.href, facts.next?.href];
  const navigate = useNavigate();
  const open = useEffectEvent((href: string) => void navigate(href));
  useEffect(() => {
    const { mediaSession } = navigator;
    if (!video || !mediaSession) return;
    mediaSession.metadata = new MediaMetadata({ title, artist: courseTitle, album: PRODUCT });
    const handlers: [MediaSessionAction, MediaSessionActionHandler | null][] = [
      ['play', () => play(video)],
      ['pause', () => video.pause()],
      ['seekbackward', () => seekBy(video, -LONG_SKIP_SECONDS)],
      ['seekforward', () => seekBy(video, LONG_SKIP_SECONDS)],
      ['seekto', ({ seekTime }) => seekTime !== undefined && seekTo(video, seekTime)],
      ['previoustrack', previous ? () => open(previous) : null],
      ['nexttrack', next ? () => open(next) : null],
    ];
    for (const [action, handler] of handlers) mediaSession.setActionHandler(action, handler);
    return () => {
      mediaSession.metadata = null;
      for (const [action] of handlers) mediaSession.setActionHandler(action, null);
    };
  }, [video, title, courseTitle, previous, next]);

  useEffect(() => {
    const { mediaSession } = navigator;
    if (!video || !mediaSession?.setPositionState) return;
    const report = () => {
      const { duration, currentTime, playbackRate } = video;
      // Without a length the browser rejects a position; an empty state removes the one of an earlier source.
      if (!(duration > 0 && Number.isFinite(duration))) return mediaSession.setPositionState();
      mediaSession.setPositionState({ duration, position: Math.min(currentTime, duration), playbackRate });
    };
    report();
    for (const name of MOVES) video.addEventListener(name, report);
    return () => {
      for (const name of MOVES) video.removeEventListener(name, report);
      mediaSession.setPositionState();
    };
  }, [video]);
}
