import { Confirmation, type ConfirmationProps } from '@/ui/confirmation';
import { useConsoleMutation } from '../queries';
import { consoleText as text } from '../text/console';

interface ConfirmDialogProps extends Omit<ConfirmationProps, 'onConfirm' | 'busy' | 'closeLabel' | 'cancelLabel'> {
  /** The dialog closes when the returned promise resolves. */
  onConfirm: () => Promise<void>;
}

/** Asks for confirmation. A second click while the action runs does nothing. */
export function ConfirmDialog({ onConfirm, ...dialog }: ConfirmDialogProps) {
  const confirm = useConsoleMutation(onConfirm, {});
  return (
    <Confirmation
      {...dialog}
      closeLabel={text.close}
      cancelLabel={text.cancel}
      busy={confirm.isPending}
      onConfirm={() => confirm.mutate()}
    />
  );
}
