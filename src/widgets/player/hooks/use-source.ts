import { useEffect, useRef, useState } from 'react';
import { AIM_EVENT, play } from '../player-actions';

interface Place {
  /** The element has been given a source from here. */
  given: boolean;
  position: number;
  playing: boolean;
  /** The learner has begun: from here on only they move the film. */
  begun: boolean;
  /** A new source has not said its length yet: what the element tells is not the learner's place. */
  loading: boolean;
  /** Where our own seek goes; a seek to elsewhere is the learner's. */
  resumeTo: number | null;
}

/**
 * Gives a video element its source. Another address of the same lesson (a renewed signature, the downloaded copy) goes on at the same position;
 * a position that arrives late, from another device, is taken as long as the learner has not begun.
 * @returns seconds from which it goes on, until the learner seeks; undefined when it starts at the start.
 */
export function useSource(
  video: HTMLVideoElement | null,
  source: string | undefined,
  resumeAt: number | undefined,
): number | undefined {
  const place = useRef<Place>({
    given: false,
    position: 0,
    playing: false,
    begun: false,
    loading: false,
    resumeTo: null,
  });
  const [resumed, setResumed] = useState<number>();

  useEffect(() => {
    if (!video) return;
    const begin = ({ type }: Event) => {
      if (type === 'seeking' && video.currentTime === place.current.resumeTo) return;
      place.current.begun = true;
      if (type === 'seeking') setResumed(undefined);
    };
    // While a seek is under way its aim counts, not where the picture still is: if the address fails there, the learner meant the aim.
    const remember = ({ type }: Event) => {
      if (video.error || place.current.loading) return;
      const isSettled = video.readyState >= HTMLMediaElement.HAVE_METADATA && !video.seeking;
      if (type === 'seeking' || isSettled) place.current.position = video.currentTime;
      place.current.playing = !video.paused;
    };
    const aim = (event: Event) => {
      place.current.position = (event as CustomEvent<number>).detail; // sent by seekTo
    };
    video.addEventListener(AIM_EVENT, aim);
    for (const name of ['play', 'seeking']) video.addEventListener(name, begin);
    for (const name of ['timeupdate', 'seeking', 'play', 'pause']) video.addEventListener(name, remember);
    return () => {
      video.removeEventListener(AIM_EVENT, aim);
      for (const name of ['play', 'seeking']) video.removeEventListener(name, begin);
      for (const name of ['timeupdate', 'seeking', 'play', 'pause']) video.removeEventListener(name, remember);
    };
  }, [video]);

  useEffect(() => {
    if (!video || !source) return;
    place.current.loading = true;
    const goOn = () => {
      const { position, playing } = place.current;
      place.current.loading = false;
      if (position > 0) video.currentTime = position;
      if (playing) play(video);
    };
    video.addEventListener('loadedmetadata', goOn, { once: true });
    // The first one may be under way: the player begins with what is known when it is drawn. Any other is loaded, the same again too.
    const isUnderWay = !place.current.given && video.getAttribute('src') === source;
    place.current.given = true;
    if (!isUnderWay) video.src = source;
    else if (video.readyState >= HTMLMediaElement.HAVE_METADATA) goOn();
    return () => video.removeEventListener('loadedmetadata', goOn);
  }, [video, source]);

  useEffect(() => {
    if (!video || !source || !resumeAt || place.current.begun) return;
    const resume = () => {
      if (place.current.begun) return;
      video.currentTime = resumeAt;
      // The element rounds: what it tells is what its `seeking` will tell.
      place.current.resumeTo = video.currentTime;
      place.current.position = resumeAt;
      setResumed(resumeAt);
    };
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) resume();
    else video.addEventListener('loadedmetadata', resume, { once: true });
    return () => video.removeEventListener('loadedmetadata', resume);
  }, [video, source, resumeAt]);

  return resumed;
}
