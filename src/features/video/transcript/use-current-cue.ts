import { useEffect, useState } from 'react';
import type { Cue } from '@/lib/webvtt';

/** The line that is being said, −1 between lines. */
export function useCurrentCue(video: HTMLVideoElement | null, cues: readonly Cue[]): number {
  const [current, setCurrent] = useState(-1);
  useEffect(() => {
    if (!video) return;
    const read = () =>
      setCurrent(cues.findIndex(({ start, end }) => start <= video.currentTime && video.currentTime < end));
    read();
    for (const name of ['timeupdate', 'seeked']) video.addEventListener(name, read);
    return () => {
      for (const name of ['timeupdate', 'seeked']) video.removeEventListener(name, read);
    };
  }, [video, cues]);
  return current;
}
