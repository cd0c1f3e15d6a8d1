import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { downloadText, managerText } from '@/text/offline';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';

interface DeleteManyProps {
  /** What the button and the dialog's head say. */
  title: string;
  question: string;
  disabled?: boolean;
  onConfirm: () => void;
}

/** A button that deletes several downloads after asking. */
export function DeleteMany({ title, question, disabled = false, onConfirm }: DeleteManyProps) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button kind="danger" disabled={disabled} onClick={() => setAsking(true)}>
        <Trash2 size={18} aria-hidden="true" />
        {title}
      </Button>
      <Dialog
        open={asking}
        onClose={close}
        title={title}
        closeLabel={downloadText.close}
        actions={
          <>
            <Button onClick={close}>{downloadText.confirmNo}</Button>
            <Button
              kind="danger"
              onClick={() => {
                close();
                onConfirm();
              }}
            >
              {downloadText.confirmYes}
            </Button>
          </>
        }
      >
        <p className="font-bold">{question}</p>
        <p className="mt-1 text-muted">{managerText.kept}</p>
      </Dialog>
    </>
  );
}
