import { startTransition, useCallback, useEffect, useState } from 'react';

/**
 * Holds the player's video element.
 * @returns the element after it is mounted, and the ref callback for it. A source that is already known loads at once; the
 * controls render in a transition, so that they do not delay the first frame.
 */
export function useVideoElement(
  source: string | undefined,
  onVideo: (video: HTMLVideoElement | null) => void,
): [HTMLVideoElement | null, (element: HTMLVideoElement | null) => void] {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [initialSource] = useState(source);
  const attach = useCallback(
    (element: HTMLVideoElement | null) => {
      if (element && initialSource) element.src = initialSource;
      startTransition(() => setVideo(element));
    },
    [initialSource],
  );
  useEffect(() => onVideo(video), [video, onVideo]);
  return [video, attach];
}
