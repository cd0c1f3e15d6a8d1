import { useEffect, useState } from 'react';

/** Where the film stands, whole seconds; 0 without one. */
export function usePosition(video: HTMLVideoElement | null): number {
  // Right from the first look on: who writes at once means the place where the film stands.
  const [seconds, setSeconds] = useState(() => Math.floor(video?.currentTime ?? 0));
  useEffect(() => {
    if (!video) return;
    const read = () => setSeconds(Math.floor(video.currentTime));
    read();
    for (const name of ['timeupdate', 'seeking', 'seeked']) video.addEventListener(name, read);
    return () => {
      for (const name of ['timeupdate', 'seeking', 'seeked']) video.removeEventListener(name, read);
    };
  }, [video]);
  return video ? seconds : 0;
}
