import { useEffect, useState } from 'react';

/** True when the player has played all loaded data and waits for more. */
export function useStalled(video: HTMLVideoElement | null): boolean {
  const [stalled, setStalled] = useState(false);
  useEffect(() => {
    if (!video) return;
    const stop = () => setStalled(true);
    const goOn = () => setStalled(false);
    for (const name of ['waiting', 'error', 'stalled']) video.addEventListener(name, stop);
    for (const name of ['playing', 'loadeddata', 'canplay']) video.addEventListener(name, goOn);
    return () => {
      for (const name of ['waiting', 'error', 'stalled']) video.removeEventListener(name, stop);
      for (const name of ['playing', 'loadeddata', 'canplay']) video.removeEventListener(name, goOn);
    };
  }, [video]);
  return stalled;
}
