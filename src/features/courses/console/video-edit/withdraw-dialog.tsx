import { lessonText as text } from '@/features/console-kit/text/courses';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { LearnersInside } from '@/features/console-kit/widgets/learners-inside';

/** `draft`: nobody sees the lesson any more; `preview`: learners without a plan lose it. */
export type Withdrawal = 'draft' | 'preview';

interface WithdrawDialogProps {
  open: boolean;
  what: Withdrawal;
  videoId: string;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Asks before learners lose a published lesson, and says how many of them are in it. */
export function WithdrawDialog({ open, what, videoId, onClose, onConfirm }: WithdrawDialogProps) {
  const { title, confirm, ask } = text.withdrawals[what];
  return (
    <ConfirmDialog open={open} onClose={onClose} title={title} confirmLabel={confirm} onConfirm={onConfirm}>
      <p>{ask}</p>
      <LearnersInside table="videos" id={videoId} />
    </ConfirmDialog>
  );
}
