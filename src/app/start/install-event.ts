/** The browser's own install dialog; TypeScript's library lacks the event. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

let kept: InstallEvent | undefined;

export const installEvent = () => kept;

/** A dialog can be shown once. */
export const forgetInstallEvent = () => {
  kept = undefined;
};

/** The event comes once and early, long before the card that uses it. Our card replaces the small bar of phones. */
export const keepInstallEvent = () =>
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    kept = event as InstallEvent;
  });
