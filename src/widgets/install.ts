import { create } from 'zustand';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { currentDevice } from '@/lib/device';
import { readStored, writeStored } from '@/lib/local-storage';

/** Time after which a dismissed card may appear again automatically (ms; specification 2 §9): seven days. */
const DISMISSED_MS = 604_800_000;

interface InstallState {
  /** The learner asked for the card. */
  requested: boolean;
  /** The product was installed while this page was open. */
  installed: boolean;
}
export const useInstall = create<InstallState>()(() => ({ requested: false, installed: false }));

/** Opens the card at the learner's own request. The times of the automatic card do not change. */
export const requestInstall = () => useInstall.setState({ requested: true });

/** Whether the app can be installed here: a phone's browser without the installed app. */
export const canInstall = () => currentDevice() === 'mobile-browser' && !useInstall.getState().installed;

export function wasDismissed(now = Date.now()): boolean {
  const at = Number(readStored(STORAGE_KEYS.installDismissedAt));
  return readStored(STORAGE_KEYS.installDismissed) !== null && Math.abs(now - at) <= DISMISSED_MS;
}

export function recordDismissal(now = Date.now()): void {
  writeStored(STORAGE_KEYS.installDismissed, 'true');
  writeStored(STORAGE_KEYS.installDismissedAt, String(now));
}

/** Browsers inside other apps cannot install anything. */
export const isInAppBrowser = (userAgent = navigator.userAgent) =>
  /\b(FBAN|FBAV|FB_IAB|Instagram)\b|\bViber\b/i.test(userAgent);
