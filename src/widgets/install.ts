import { create } from 'zustand';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { currentDevice } from '@/lib/device';
import { readStored, writeStored } from '@/lib/local-storage';

/** Time after which a dismissed card may come again by itself (ms; specification 2 §9): seven days. */
const DISMISSED_MS = 604_800_000;

interface InstallState {
  /** The learner asked for the card. */
  requested: boolean;
  /** The product was installed while this page was open. */
  installed: boolean;
}
export const useInstall = create<InstallState>()(() => ({ requested: false, installed: false }));

/** Opens the card at the learner's own request. It does not change when the card comes by itself. */
export const requestInstall = () => useInstall.setState({ requested: true });

/** Whether installing would bring something here: a phone's browser, where the product is not installed. */
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
