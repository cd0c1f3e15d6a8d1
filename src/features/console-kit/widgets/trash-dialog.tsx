import type { ReactNode } from 'react';
import type { TrashTable } from '../requests/answers';
import { consoleText, formText } from '../text/console';
import { ConfirmDialog } from './confirm-dialog';
import { type TrashWords, useTrash } from './use-trash';

interface TrashDialogProps {
  table: TrashTable;
  /** The row in question; undefined while the dialog is closed. */
  row: { id: string; name: string; version?: number } | undefined;
  title: string;
  words: TrashWords;
  onClose: () => void;
  /** Called when the row is in the trash, after the dialog has closed. */
  onRemoved?: () => void;
  /** Shown below the question. */
  children?: ReactNode;
}

/** Asks before a row moves to the trash. Stays open if the row cannot be moved. */
export function TrashDialog({ table, row, title, words, onClose, onRemoved, children }: TrashDialogProps) {
  const trash = useTrash(table, words);
  const remove = async () => {
    if (!row || !(await trash.remove(row.id, row.version))) return;
    onClose();
    onRemoved?.();
  };
  return (
    <ConfirmDialog
      open={row !== undefined}
      onClose={onClose}
      title={title}
      confirmLabel={consoleText.remove}
      danger
      onConfirm={remove}
    >
      <p>{formText.confirmRemove(row?.name ?? '')}</p>
      {children}
    </ConfirmDialog>
  );
}
