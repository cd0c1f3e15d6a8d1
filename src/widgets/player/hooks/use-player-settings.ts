import { useEffect, useState } from 'react';
import { STORAGE_KEYS } from '@/config/storage-keys';
import { readStored, writeStored } from '@/lib/local-storage';

interface Settings {
  volume: number;
  muted: boolean;
  rate: number;
  captions: boolean;
}

const usual: Settings = { volume: 1, muted: false, rate: 1, captions: true };
const within = (value: unknown, low: number, high: number, otherwise: number) =>
  typeof value === 'number' && value >= low && value <= high ? value : otherwise;

function readSettings(): Settings {
  let kept: unknown;
  try {
    kept = JSON.parse(readStored(STORAGE_KEYS.player) ?? 'null');
  } catch {
    return usual;
  }
  if (typeof kept !== 'object' || kept === null) return usual;
  const { volume, muted, rate, captions } = kept as Record<string, unknown>;
  return {
    volume: within(volume, 0, 1, 1),
    muted: muted === true,
    rate: within(rate, 0.25, 2, 1),
    captions: captions !== false,
  };
}

/** Volume, speed and captions as the learner left them, on this device. */
export function usePlayerSettings(video: HTMLVideoElement | null): { captions: boolean; toggleCaptions: () => void } {
  const [captions, setCaptions] = useState(() => readSettings().captions);
  useEffect(() => {
    if (!video) return;
    const { volume, muted, rate } = readSettings();
    Object.assign(video, { volume, muted, defaultPlaybackRate: rate, playbackRate: rate });
    const keep = () => {
      const settings = { ...readSettings(), volume: video.volume, muted: video.muted, rate: video.playbackRate };
      writeStored(STORAGE_KEYS.player, JSON.stringify(settings));
      video.defaultPlaybackRate = video.playbackRate; // a new source would reset the speed
    };
    video.addEventListener('volumechange', keep);
    video.addEventListener('ratechange', keep);
    return () => {
      video.removeEventListener('volumechange', keep);
      video.removeEventListener('ratechange', keep);
    };
  }, [video]);
  const toggleCaptions = () => {
    writeStored(STORAGE_KEYS.player, JSON.stringify({ ...readSettings(), captions: !captions }));
    setCaptions(!captions);
  };
  return { captions, toggleCaptions };
}
