import { useEffect, useState } from 'react';
import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';

interface Settings {
  volume: number;
  muted: boolean;
  rate: number;
  captions: boolean;
  /** The player's keys also work while the focus is elsewhere on the page. */
  pageKeys: boolean;
}

const defaults: Settings = { volume: 1, muted: false, rate: 1, captions: true, pageKeys: true };
const within = (value: unknown, low: number, high: number, otherwise: number) =>
  typeof value === 'number' && value >= low && value <= high ? value : otherwise;

function readSettings(): Settings {
  let stored: unknown;
  try {
    stored = JSON.parse(readStored(STORAGE_KEYS.player) ?? 'null');
  } catch {
    return defaults;
  }
  if (typeof stored !== 'object' || stored === null) return defaults;
  const { volume, muted, rate, captions, pageKeys } = stored as Record<string, unknown>;
  return {
    volume: within(volume, 0, 1, 1),
    muted: muted === true,
    rate: within(rate, 0.25, 2, 1),
    captions: captions !== false,
    pageKeys: pageKeys !== false,
  };
}

const save = (change: Partial<Settings>) =>
  writeStored(STORAGE_KEYS.player, JSON.stringify({ ...readSettings(), ...change }));

export interface PlayerSettings {
  captions: boolean;
  toggleCaptions: () => void;
  pageKeys: boolean;
  setPageKeys: (on: boolean) => void;
}

/** Stores volume, speed, captions and whether the keys work on the whole page on this device, and restores them. */
export function usePlayerSettings(video: HTMLVideoElement | null): PlayerSettings {
  const [{ captions, pageKeys }, setSettings] = useState(readSettings);
  useEffect(() => {
    if (!video) return;
    const { volume, muted, rate } = readSettings();
    Object.assign(video, { volume, muted, defaultPlaybackRate: rate, playbackRate: rate });
    const saveAll = () => {
      save({ volume: video.volume, muted: video.muted, rate: video.playbackRate });
      video.defaultPlaybackRate = video.playbackRate; // Without this line, a new source would reset the speed.
    };
    video.addEventListener('volumechange', saveAll);
    video.addEventListener('ratechange', saveAll);
    return () => {
      video.removeEventListener('volumechange', saveAll);
      video.removeEventListener('ratechange', saveAll);
    };
  }, [video]);
  const change = (changed: Partial<Pick<Settings, 'captions' | 'pageKeys'>>) => {
    save(changed);
    setSettings((before) => ({ ...before, ...changed }));
  };
  return {
    captions,
    toggleCaptions: () => change({ captions: !captions }),
    pageKeys,
    setPageKeys: (on) => change({ pageKeys: on }),
  };
}
