import { useEffect, useLayoutEffect, useRef } from 'react';

/** Opens and closes the browser's own modal dialog with `open`: focus stays inside, Escape closes, the page behind is inert. */
export function useModal(open: boolean) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (open && !dialog?.open) dialog?.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  // One that goes away while it is open gives the focus back, too; after it has gone, the browser no longer does.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);
  return ref;
}
