import { useEffect, useLayoutEffect, useRef } from 'react';
import { modalChanged } from './toast-place';

/** Opens and closes the native modal dialog with `open`. The browser traps the focus, closes on Escape and makes the page inert. */
export function useModal(open: boolean) {
  const ref = useRef<HTMLDialogElement>(null);
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
