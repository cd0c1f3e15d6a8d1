import { useEffect, useState } from 'react';

/** The current position of the video (whole seconds); 0 without a video. */
export function usePosition(video: HTMLVideoElement | null): number {
  // Read it at once: a note that is started immediately belongs to the current position.
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
