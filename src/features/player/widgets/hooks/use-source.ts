import { useEffect, useRef, useState } from 'react';
import { PLAY_INTENT_EVENT, play, SEEK_INTENT_EVENT } from '../player-actions';

interface SourcePosition {
  /** True once this hook has set a source. */
  given: boolean;
  position: number;
  /** What the learner wants, not the element's state: each new source pauses the element. */
  playing: boolean;
  /** True once the learner has started playback or changed the position; from then on only the learner changes the position. */
  begun: boolean;
  /** True while a new source has no metadata: until then, the element's position is not the learner's position. */
  loading: boolean;
  /** Target of our own seek (s). A seek to another position comes from the learner. */
  resumeTo: number | null;
}

/**
 * Sets the source of a video element. Another URL of the same lesson (a renewed signature, the downloaded copy) continues at the same position.
 * A position that arrives late from another device is used only if the learner has neither started playback nor changed the position.
 * @returns the position (s) at which playback resumes, until the learner seeks; undefined when it starts at 0.
 */
export function useSource(
  video: HTMLVideoElement | null,
  source: string | undefined,
  resumeAt: number | undefined,
): number | undefined {
  const place = useRef<SourcePosition>({
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
      // The video may have started before this hook listened for `play`. A playing video counts as started too.
      if (type === 'timeupdate' && (video.paused || place.current.loading)) return;
      place.current.begun = true;
      if (type === 'seeking') setResumed(undefined);
    };
    // During a seek, remember its target, not the current frame: if the URL fails now, the learner still wants the target.
    const remember = ({ type }: Event) => {
      if (video.error || place.current.loading) return;
      const isSettled = video.readyState >= HTMLMediaElement.HAVE_METADATA && !video.seeking;
      if (type === 'seeking' || isSettled) place.current.position = video.currentTime;
    };
    // Only a start or a pause changes the wish. A new source pauses the element without a `pause` event, so the wish survives it.
    const wish = ({ type }: Event) => {
      place.current.playing = type !== 'pause';
    };
    if (!video.paused) place.current.playing = true;
    const aim = (event: Event) => {
      place.current.position = (event as CustomEvent<number>).detail; // sent by seekTo
      place.current.begun = true;
    };
    video.addEventListener(SEEK_INTENT_EVENT, aim);
    for (const name of ['play', 'seeking', 'timeupdate']) video.addEventListener(name, begin);
    for (const name of ['timeupdate', 'seeking', 'play', 'pause']) video.addEventListener(name, remember);
    for (const name of [PLAY_INTENT_EVENT, 'play', 'pause']) video.addEventListener(name, wish);
    return () => {
      video.removeEventListener(SEEK_INTENT_EVENT, aim);
      for (const name of ['play', 'seeking', 'timeupdate']) video.removeEventListener(name, begin);
      for (const name of ['timeupdate', 'seeking', 'play', 'pause']) video.removeEventListener(name, remember);
      for (const name of [PLAY_INTENT_EVENT, 'play', 'pause']) video.removeEventListener(name, wish);
    };
  }, [video]);

  useEffect(() => {
    if (!video || !source) return;
    place.current.loading = true;
    const goOn = () => {
      const { position, playing } = place.current;
      place.current.loading = false;
      if (position > 0) video.currentTime = position;
      if (playing && video.paused) play(video);
    };
    video.addEventListener('loadedmetadata', goOn, { once: true });
    // Do not restart the first source if the element is already loading it. Load every later source, even if its URL is the same.
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
      // The element rounds the value. Read it back to recognise our own `seeking` event.
      place.current.resumeTo = video.currentTime;
      place.current.position = resumeAt;
      if (!video.paused) place.current.begun = true;
      setResumed(resumeAt);
    };
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) resume();
    else video.addEventListener('loadedmetadata', resume, { once: true });
    return () => video.removeEventListener('loadedmetadata', resume);
  }, [video, source, resumeAt]);

  return resumed;
}
