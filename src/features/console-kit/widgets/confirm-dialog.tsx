import type { ReactNode } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { useConsoleMutation } from '../queries';
import { consoleText as text } from '../text/console';

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
  const confirm = useConsoleMutation(onConfirm, {});
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={text.close}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            busy={confirm.isPending}
            disabled={disabled}
            onClick={() => confirm.mutate()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
