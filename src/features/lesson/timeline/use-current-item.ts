import { useEffect, useState } from 'react';
import type { TimelineItem } from '@/features/player/rules';

/** Index of the last item that the video has reached; −1 before the first item. */
export function useCurrentItem(video: HTMLVideoElement | null, items: readonly TimelineItem[]): number {
  const [current, setCurrent] = useState(-1);
  useEffect(() => {
    if (!video) return;
    const read = () => setCurrent(items.findLastIndex(({ at }) => at <= video.currentTime));
    read();
    for (const name of ['timeupdate', 'seeked']) video.addEventListener(name, read);
    return () => {
      for (const name of ['timeupdate', 'seeked']) video.removeEventListener(name, read);
    };
  }, [video, items]);
  return current;
}
