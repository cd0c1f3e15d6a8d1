import { useEffect, useEffectEvent, useState } from 'react';

/** Time without a picture (ms) after which the player says that the video loads slowly and offers a retry. */
const LONG_WAIT_MS = 8_000;
/** Time without any new data (ms) after which the player repeats the request by itself. */
const RESTART_AFTER_MS = 20_000;
const CHECK_EVERY_MS = 500;

const isWaiting = (video: HTMLVideoElement | null, hasUrl: boolean) =>
  !video ||
  !hasUrl ||
  (!video.error &&
    (video.readyState === HTMLMediaElement.HAVE_NOTHING ||
      (!video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA)));

const loadedUntil = (video: HTMLVideoElement | null) =>
  video && video.buffered.length > 0 ? video.buffered.end(video.buffered.length - 1) : 0;

/** True while a video that should load or play has waited for too long. `restart` is called when no data arrives at all. */
export function useLongWait(
  video: HTMLVideoElement | null,
  hasUrl: boolean,
  active: boolean,
  restart: () => void,
): boolean {
  const [isLong, setIsLong] = useState(false);
  const onRestart = useEffectEvent(restart);
  const waits = useEffectEvent(() => isWaiting(video, hasUrl));
  const loaded = useEffectEvent(() => loadedUntil(video));

  useEffect(() => {
    if (!active) return setIsLong(false);
    let since = performance.now();
    let progress = { until: loaded(), at: since };
    const timer = setInterval(() => {
      const now = performance.now();
      if (!waits()) since = now;
      if (!waits() || loaded() !== progress.until) progress = { until: loaded(), at: now };
      setIsLong(now - since >= LONG_WAIT_MS);
      if (now - progress.at < RESTART_AFTER_MS) return;
      progress.at = now;
      onRestart();
    }, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [active]);

  return isLong;
}
