import { Button } from '@/ui/button';
import { consoleText as text } from '../text/console';

interface RowActionsProps {
  /** Accessible name of the button that opens the form, with the row's title. */
  editLabel: string;
  removeLabel: string;
  onEdit: () => void;
  onRemove: () => void;
}

/** The edit and delete buttons of a table row. */
export function RowActions({ editLabel, removeLabel, onEdit, onRemove }: RowActionsProps) {
  return (
    <>
      <Button kind="plain" aria-label={editLabel} onClick={onEdit}>
        {text.edit}
      </Button>
      <Button kind="plain" aria-label={removeLabel} onClick={onRemove}>
        {text.remove}
      </Button>
    </>
  );
}
