import { type ReactNode, useState } from 'react';
import { consoleText as text } from '@/text/admin/console';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The dialog closes when the returned promise resolves. */
  onConfirm: () => Promise<void>;
  confirmLabel: string;
  danger?: boolean;
  /** Disables the confirm button, for example while a required field is empty. */
  disabled?: boolean;
  children: ReactNode;
}

/** Asks for confirmation. A second click while the action runs does nothing. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  onConfirm,
  confirmLabel,
  danger,
  disabled,
  children,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={text.close}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled} onClick={() => void confirm()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
