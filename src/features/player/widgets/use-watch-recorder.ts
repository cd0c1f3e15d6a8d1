import { useEffect } from 'react';
import { saveWatched } from '@/features/progress/mutations';
import { notWatching, type PlayerEvent, takeWatched, watch } from '@/features/progress/rules/watched';
import { joinIntervals } from '@/shared/intervals';

/** Time between two writes during playback (ms of real time). */
const SAVE_MS = 5_000;

const eventTypes: Record<string, PlayerEvent['type']> = {
  play: 'play',
  playing: 'play',
  timeupdate: 'time',
  ratechange: 'rate',
  seeking: 'seeking',
  seeked: 'seeked',
  pause: 'pause',
  ended: 'ended',
};

/** Events after which the watched intervals are saved at once. */
const savesAfter = ['pause', 'seeked', 'ended'];

/**
 * Records the watched intervals and the position of a player: every few seconds during playback, on pause, seek and end,
 * and when the page is hidden or closed.
 */
export function useWatchRecorder(
  video: HTMLVideoElement | null,
  account: string | undefined,
  videoId: string,
  courseId: string | null,
): void {
  useEffect(() => {
    if (!video || !account) return;
    let state = notWatching;
    let savedAt = performance.now();
    let touched = false;

    const save = () => {
      const duration = Number.isFinite(video.duration) ? Math.round(video.duration * 1_000) : 0;
      const taken = takeWatched(state);
      // Opening a lesson does not count as watching it.
      if (!touched || duration === 0) return;
      state = taken.state;
      savedAt = performance.now();
      touched = false;
      const piece = { videoId, courseId, watched: taken.watched, position: video.currentTime * 1_000, duration };
      saveWatched(account, piece).catch((error: unknown) => {
        console.error('The progress could not be kept:', error);
        // Keep the intervals for the next save: the device may have space by then.
        state = { ...state, watched: joinIntervals(state.watched, taken.watched) };
        touched = true;
      });
    };

    const follow = (event: Event) => {
      const type = eventTypes[event.type];
      if (!type) return;
      const at = performance.now();
      // The event `playing` also comes after a stall. In that case the open interval continues, so ignore the event.
      if (event.type !== 'playing' || !state.open)
        state = watch(state, { type, position: video.currentTime * 1_000, at, rate: video.playbackRate });
      if (state.open && state.open.to > state.open.from) touched = true;
      if (state.watched.length > 0 || (type === 'seeked' && state.playing)) touched = true;
      if (savesAfter.includes(type) || (state.playing && at - savedAt >= SAVE_MS)) save();
    };

    const leave = () => document.visibilityState === 'hidden' && save();
    for (const name of Object.keys(eventTypes)) video.addEventListener(name, follow);
    document.addEventListener('visibilitychange', leave);
    window.addEventListener('pagehide', save);
    return () => {
      for (const name of Object.keys(eventTypes)) video.removeEventListener(name, follow);
      document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [video, account, videoId, courseId]);
}
