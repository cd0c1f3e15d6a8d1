import { useState } from 'react';
import { asConsoleError } from '@/data/admin/console-client';
import { consoleChanged } from '@/data/admin/console-live';
import { moveToTrash, restoreRow, type TrashTable } from '@/data/admin/records';
import { formText, consoleText as text } from '@/text/admin/console';
import { consoleToast } from './console-toast';

export interface TrashWords {
  /** Message after the row was moved to the trash. */
  removed: string;
  failed: string;
}

/** Restores a row from the trash and shows a toast with the result. */
export const restoreFromTrash = (table: TrashTable, id: string): Promise<void> =>
  restoreRow(table, id).then(
    () => consoleToast.success(text.restored),
    () => consoleToast.error(text.restoreFailed),
  );

/** Shows for 8 s a toast that the row is in the trash, with an undo button. */
export const offerUndo = (table: TrashTable, id: string, words: string): void =>
  consoleToast.undo(words, { label: text.undo, onClick: () => void restoreFromTrash(table, id) });

/** Moves a row to the trash and offers to undo the move. */
export function useTrash(table: TrashTable, words: TrashWords) {
  const [busy, setBusy] = useState(false);
  /** @returns whether the row is in the trash */
  const remove = async (id: string, version?: number): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      await moveToTrash(table, id, version);
      offerUndo(table, id, words.removed);
      return true;
    } catch (thrown) {
      const isConflict = asConsoleError(thrown).kind === 'conflict';
      // The list shows an older version of the row, so reload it and let the administrator decide again.
      if (isConflict) consoleChanged([table]);
      consoleToast.error(words.failed, isConflict ? { description: formText.conflictTitle } : {});
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { remove, busy };
}
