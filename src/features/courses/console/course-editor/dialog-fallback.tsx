import { CodeFallback } from '@/features/console-kit/widgets/code-fallback';
import { SideDialog } from '@/features/console-kit/widgets/side-dialog';

/** Placeholder of a dialog whose code is still loading. Has the same frame and title, so that the click has an effect at once. */
export const DialogFallback = ({ title, onClose }: { title: string; onClose: () => void }) => (
  <SideDialog open onClose={onClose} title={title}>
    <CodeFallback rows={4} />
  </SideDialog>
);
