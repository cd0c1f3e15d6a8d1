import { useEffect, useState } from 'react';

/** The current position of the video (whole seconds); 0 without a video. */
export function usePosition(video: HTMLVideoElement | null): number {
  // Read the position on the first render, so that a note started at once gets the current position.
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
