import { lessonText as text } from '@/features/console-kit/text/courses';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { LearnersInside } from '@/features/console-kit/widgets/learners-inside';

interface WithdrawDialogProps {
  open: boolean;
  videoId: string;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Asks before a published lesson becomes a draft, and says how many learners are in it. */
export function WithdrawDialog({ open, videoId, onClose, onConfirm }: WithdrawDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={text.withdrawTitle}
      confirmLabel={text.withdraw}
      onConfirm={onConfirm}
    >
      <p>{text.withdrawAsk}</p>
      <LearnersInside table="videos" id={videoId} />
    </ConfirmDialog>
  );
}
