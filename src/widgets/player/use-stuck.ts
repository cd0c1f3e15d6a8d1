import { useEffect, useState } from 'react';

/** Offline the player goes on with what it has loaded; only when that is used up it says that it cannot. */
export function useStuck(video: HTMLVideoElement | null): boolean {
  const [stuck, setStuck] = useState(false);
  useEffect(() => {
    if (!video) return;
    const stop = () => setStuck(true);
    const goOn = () => setStuck(false);
    for (const name of ['waiting', 'error', 'stalled']) video.addEventListener(name, stop);
    for (const name of ['playing', 'loadeddata', 'canplay']) video.addEventListener(name, goOn);
    return () => {
      for (const name of ['waiting', 'error', 'stalled']) video.removeEventListener(name, stop);
      for (const name of ['playing', 'loadeddata', 'canplay']) video.removeEventListener(name, goOn);
    };
  }, [video]);
  return stuck;
}
