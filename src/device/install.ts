import { create } from 'zustand';
import { currentDevice } from '@/shared/device';
import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';

/** Seven days (ms; specification 2 §9), after which a dismissed card may appear again automatically. */
const DISMISSED_MS = 604_800_000;

interface InstallState {
  /** True if the learner asked for the install card. */
  requested: boolean;
  /** True if the app was installed while this page was open. */
  installed: boolean;
  /** True once the account's data has arrived or cannot arrive now. Until then the card would cover a screen that is still loading. */
  settled: boolean;
}
export const useInstall = create<InstallState>()(() => ({ requested: false, installed: false, settled: false }));

/** Opens the card because the learner asked for it. This does not affect when the card appears automatically. */
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

/** True for a browser inside another app, which cannot install the app. */
export const isInAppBrowser = (userAgent = navigator.userAgent) =>
  /\b(FBAN|FBAV|FB_IAB|Instagram)\b|\bViber\b/i.test(userAgent);
