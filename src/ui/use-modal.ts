import { useEffect, useLayoutEffect, useRef } from 'react';
import { modalChanged } from './toast-place';
import { useBackCloses } from './use-back-closes';

/**
 * Opens and closes the native modal dialog with `open`. The browser traps the focus, closes on Escape and makes the page inert.
 * @param backCloses false for a dialog that has its own entry in the history, or that cannot be closed
 */
export function useModal(open: boolean, backCloses = true) {
  const ref = useRef<HTMLDialogElement>(null);
  useBackCloses(open && backCloses, () => {
    // A dialog that Escape cannot close now stays open.
    const mayClose = ref.current?.dispatchEvent(new Event('cancel', { cancelable: true })) ?? true;
    if (mayClose) ref.current?.close();
    return mayClose;
  });
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
    modalChanged(dialog);
  }, [open]);
  // Close the dialog before it is unmounted: the browser restores the focus only when an open dialog is closed.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => {
      if (!dialog) return;
      dialog.close();
      modalChanged(dialog);
    };
  }, []);
  return ref;
}
