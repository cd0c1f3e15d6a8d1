/** The messages and their place in the page without dialogs. */
let messages: { host: HTMLElement; home: HTMLElement } | undefined;
/** Open modal dialogs, the topmost last. */
const modals = new Set<HTMLDialogElement>();

/** The messages are a popover above everything else. It is inside the topmost modal dialog, because the browser makes all other elements inert. */
function place() {
  if (!messages) return;
  const { host, home } = messages;
  const parent = [...modals].at(-1) ?? home;
  if (host.parentElement !== parent) parent.append(host);
  host.togglePopover?.(true);
}

/** @param host contains the messages; React never moves or removes it, only its parent. @returns a function that puts it back */
export function placeMessages(host: HTMLElement, home: HTMLElement) {
  messages = { host, home };
  place();
  return () => {
    messages = undefined;
    home.append(host);
  };
}

/** To be called when a modal dialog has opened or closed, and before it leaves the document. */
export function modalChanged(dialog: HTMLDialogElement) {
  modals.delete(dialog);
  if (dialog.open) modals.add(dialog);
  place();
}
