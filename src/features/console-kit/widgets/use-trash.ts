import { useConsoleMutation } from '../queries';
import type { TrashTable } from '../requests/answers';
import { moveToTrash, restoreRow } from '../requests/records';
import { formText, consoleText as text } from '../text/console';
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
  const move = useConsoleMutation(
    ({ id, version }: { id: string; version?: number | undefined }) => moveToTrash(table, id, version),
    {
      onSuccess: (_, { id }) => offerUndo(table, id, words.removed),
      onError: ({ kind }) =>
        consoleToast.error(words.failed, kind === 'conflict' ? { description: formText.conflictTitle } : {}),
    },
  );
  /** @returns whether the row is in the trash */
  const remove = async (id: string, version?: number): Promise<boolean> =>
    !move.isPending &&
    move.mutateAsync({ id, version }).then(
      () => true,
      () => false,
    );
  return { remove, busy: move.isPending };
}
