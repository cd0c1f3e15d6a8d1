const openDialogs = () => [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')];

/**
 * Keeps the messages usable while a modal dialog is open. The page outside the dialog is dimmed, cannot be clicked and is silent for screen
 * readers, so the messages move into the dialog, and out again before the dialog closes.
 * @param host contains the messages; React never moves or removes it, only its parent
 * @returns `raise`, to be called before a message is shown, and `stop`
 */
export function followDialogs(host: HTMLElement) {
  const home = host.parentElement;
  let inside: HTMLDialogElement | undefined;

  const enter = (dialog: HTMLDialogElement) => {
    if (dialog === inside) return;
    leave();
    inside = dialog;
    dialog.append(host);
    dialog.addEventListener('beforetoggle', onClose);
    // Older browsers send no `beforetoggle` for dialogs. `close` is sent even to a dialog that was removed from the document.
    dialog.addEventListener('close', onClose);
  };
  const leave = () => {
    inside?.removeEventListener('beforetoggle', onClose);
    inside?.removeEventListener('close', onClose);
    inside = undefined;
    home?.append(host);
  };
  const onClose = (event: Event) => {
    if (event.target !== inside) return;
    leave();
    const below = openDialogs().findLast((dialog) => dialog !== event.target);
    if (below) enter(below);
  };
  const onToggle = async ({ target }: Event) => {
    if (!(target instanceof HTMLDialogElement) || !target.open) return;
    // Wait for the end of the animation, because the messages inside the dialog would move with the dialog.
    await Promise.allSettled(target.getAnimations().map((animation) => animation.finished));
    if (target.open) enter(target);
  };
  const raise = () => {
    const dialog = openDialogs().at(-1);
    if (dialog && !inside?.open) enter(dialog);
  };
  document.addEventListener('toggle', onToggle, true);
  const stop = () => {
    document.removeEventListener('toggle', onToggle, true);
    leave();
  };
  return { raise, stop };
}
