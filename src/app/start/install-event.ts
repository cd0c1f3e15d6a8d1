import { mobileAgent } from '@/lib/device';

/** The browser's own install dialog; TypeScript's library lacks the event. */
export interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

let kept: InstallEvent | undefined;

export const installEvent = () => kept;

/** A dialog can be shown once. */
export const forgetInstallEvent = () => {
  kept = undefined;
};

/** The event comes once and early, long before the card that uses it. On phones our card replaces the browser's small bar. */
export function keepInstallEvent(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!mobileAgent.test(navigator.userAgent)) return;
    event.preventDefault();
    kept = event as InstallEvent;
  });
}
