/** The browser's own install dialog; TypeScript's library lacks the event. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

let kept: InstallEvent | undefined;

export const installEvent = () => kept;

/** Call this once the dialog was shown: `prompt()` works only once per event. */
export const forgetInstallEvent = () => {
  kept = undefined;
};

/** Stores the event, because it fires only once and before our install card uses it. Suppresses the browser's small install bar on phones. */
export const keepInstallEvent = () =>
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    kept = event as InstallEvent;
  });
