import { useEffect, useRef } from 'react';
import { play } from './player-actions';

/**
 * Gives a video element its source. Another address of the same lesson (a renewed signature, the downloaded copy) goes on at the same position;
 * a position that arrives late, from another device, is taken as long as the learner has not begun.
 */
export function useSource(video: HTMLVideoElement | null, source: string | undefined, resumeAt: number | undefined): void {
  const place = useRef<{ position: number; playing: boolean; begun: boolean }>({ position: 0, playing: false, begun: false });

  useEffect(() => {
    if (!video) return;
    const begin = () => {
      place.current.begun = true;
    };
    // While a seek is under way its aim counts, not where the picture still is: if the address fails there, the learner meant the aim.
    const remember = ({ type }: Event) => {
      if (video.error) return;
      const isSettled = video.readyState >= HTMLMediaElement.HAVE_METADATA && !video.seeking;
      if (type === 'seeking' || isSettled) place.current.position = video.currentTime;
      place.current.playing = !video.paused;
    };
    video.addEventListener('play', begin);
    video.addEventListener('seeking', begin);
    for (const name of ['timeupdate', 'seeking', 'play', 'pause']) video.addEventListener(name, remember);
    return () => {
      video.removeEventListener('play', begin);
      video.removeEventListener('seeking', begin);
      for (const name of ['timeupdate', 'seeking', 'play', 'pause']) video.removeEventListener(name, remember);
    };
  }, [video]);

  useEffect(() => {
    if (!video || !source) return;
    const { position, playing } = place.current;
    const goOn = () => {
      if (position > 0) video.currentTime = position;
      if (playing) play(video);
    };
    video.addEventListener('loadedmetadata', goOn, { once: true });
    video.src = source;
    return () => video.removeEventListener('loadedmetadata', goOn);
  }, [video, source]);

  useEffect(() => {
    if (!video || !source || !resumeAt || place.current.begun) return;
    const resume = () => {
      if (place.current.begun) return;
      video.currentTime = resumeAt;
      place.current.position = resumeAt;
      // Setting the position is our seek, not the learner's.
      video.addEventListener(
        'seeked',
        () => {
          if (video.paused) place.current.begun = false;
        },
        { once: true },
      );
    };
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) resume();
    else video.addEventListener('loadedmetadata', resume, { once: true });
    return () => video.removeEventListener('loadedmetadata', resume);
  }, [video, source, resumeAt]);
}
