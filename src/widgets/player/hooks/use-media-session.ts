import { useEffect } from 'react';
import { PRODUCT } from '@/text/common';
import { LONG_SKIP_SECONDS, play, seekBy } from '../player-actions';

/** Shows the lesson on the lock screen and handles the buttons there and on headphones. */
export function useMediaSession(video: HTMLVideoElement | null, title: string, courseTitle: string): void {
  useEffect(() => {
    const { mediaSession } = navigator;
    if (!video || !mediaSession) return;
    mediaSession.metadata = new MediaMetadata({ title, artist: courseTitle, album: PRODUCT });
    const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', () => play(video)],
      ['pause', () => video.pause()],
      ['seekbackward', () => seekBy(video, -LONG_SKIP_SECONDS)],
      ['seekforward', () => seekBy(video, LONG_SKIP_SECONDS)],
    ];
    for (const [action, handler] of handlers) mediaSession.setActionHandler(action, handler);
    return () => {
      mediaSession.metadata = null;
      for (const [action] of handlers) mediaSession.setActionHandler(action, null);
    };
  }, [video, title, courseTitle]);
}
