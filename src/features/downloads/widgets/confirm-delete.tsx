import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { downloadText } from '../text';

interface ConfirmDeleteProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** Describes what will be deleted and what stays. */
  question: string;
  note: string;
}

/** Confirmation dialog before downloads are deleted from the device. */
export function ConfirmDelete({ open, onClose, onConfirm, title, question, note }: ConfirmDeleteProps) {
  const confirm = () => {
    onClose();
    onConfirm();
  };
  const actions = (
    <>
      <Button onClick={onClose}>{downloadText.confirmNo}</Button>
      <Button kind="danger" onClick={confirm}>
        {downloadText.confirmYes}
      </Button>
    </>
  );
  return (
    <Dialog open={open} onClose={onClose} title={title} closeLabel={downloadText.close} actions={actions}>
      <p className="font-bold">{question}</p>
      <p className="mt-1 text-muted">{note}</p>
    </Dialog>
  );
}
