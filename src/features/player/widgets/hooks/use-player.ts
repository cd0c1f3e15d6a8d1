import { useEffect, useState } from 'react';

/** The state of a video element. Times in seconds. */
export interface PlayerState {
  playing: boolean;
  /** The video should play but has no data. */
  waiting: boolean;
  ended: boolean;
  current: number;
  duration: number;
  /** End of the buffered range that contains the position. */
  buffered: number;
  volume: number;
  muted: boolean;
  rate: number;
}

const initial: PlayerState = {
  playing: false,
  waiting: false,
  ended: false,
  current: 0,
  duration: 0,
  buffered: 0,
  volume: 1,
  muted: false,
  rate: 1,
};

/** @returns the end (s) of the buffered range that contains the position, or the position if nothing is buffered there */
export function bufferedEnd({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1)
    if (buffered.start(index) <= currentTime + 0.1 && currentTime <= buffered.end(index)) return buffered.end(index);
  return currentTime;
}

const snapshot = (video: HTMLVideoElement): PlayerState => ({
  playing: !video.paused && !video.ended,
  waiting: !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
  ended: video.ended,
  current: video.currentTime,
  duration: Number.isFinite(video.duration) ? video.duration : 0,
  buffered: bufferedEnd(video),
  volume: video.volume,
  muted: video.muted,
  rate: video.playbackRate,
});

const events =
  'play playing pause waiting ended timeupdate durationchange loadedmetadata progress volumechange ratechange seeking seeked emptied canplay error';

/** Follows the state of a video element. */
export function usePlayer(video: HTMLVideoElement | null): PlayerState {
  const [state, setState] = useState(initial);
  useEffect(() => {
    if (!video) return;
    const read = () => setState(snapshot(video));
    read();
    for (const name of events.split(' ')) video.addEventListener(name, read);
    return () => {
      for (const name of events.split(' ')) video.removeEventListener(name, read);
    };
  }, [video]);
  return state;
}
