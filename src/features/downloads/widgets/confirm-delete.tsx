import { Confirmation } from '@/ui/confirmation';
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
  return (
    <Confirmation
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={downloadText.close}
      cancelLabel={downloadText.confirmNo}
      confirmLabel={downloadText.confirmYes}
      danger
      onConfirm={confirm}
    >
      <p className="font-bold">{question}</p>
      <p className="mt-1 text-muted">{note}</p>
    </Confirmation>
  );
}
