import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { managerText } from '../text';
import { ConfirmDelete } from './confirm-delete';

interface DeleteManyProps {
  /** Text of the button and title of the dialog. */
  title: string;
  question: string;
  disabled?: boolean;
  onConfirm: () => void;
}

/** A button that deletes several downloads after a confirmation. */
export function DeleteMany({ title, question, disabled = false, onConfirm }: DeleteManyProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button kind="danger" disabled={disabled} onClick={() => setAsking(true)}>
        <Trash2 size={18} aria-hidden="true" />
        {title}
      </Button>
      <ConfirmDelete
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={onConfirm}
        title={title}
        question={question}
        note={managerText.kept}
      />
    </>
  );
}
