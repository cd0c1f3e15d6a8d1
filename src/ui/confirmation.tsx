import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog, type DialogProps } from './dialog';

export interface ConfirmationProps extends Omit<DialogProps, 'actions' | 'about' | 'className'> {
  cancelLabel: string;
  confirmLabel: ReactNode;
  onConfirm: () => void;
  danger?: boolean | undefined;
  /** True while the action runs. */
  busy?: boolean;
  /** Disables the confirm button, for example while a required field is empty. */
  disabled?: boolean | undefined;
}

/** Asks before an action. */
export function Confirmation({
  cancelLabel,
  confirmLabel,
  onConfirm,
  danger,
  busy = false,
  disabled,
  ...dialog
}: ConfirmationProps) {
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onClick={dialog.onClose}>{cancelLabel}</Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
