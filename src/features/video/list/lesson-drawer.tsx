import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { videoText } from '@/text/video';
import { IconButton } from '@/ui/button';
import { useModal } from '@/ui/use-modal';

interface LessonDrawerProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The lessons of the course on a phone: a panel that slides in from the right. */
export function LessonDrawer({ open, onClose, children }: LessonDrawerProps) {
  const ref = useModal(open);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the panel closes it; the keyboard has Escape and the button
    <dialog
      ref={ref}
      aria-label={videoText.courseVideos}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
      className="m-0 ml-auto h-dvh max-h-none w-[min(88vw,360px)] max-w-none overflow-y-auto border-line border-l bg-surface p-0 text-ink backdrop:bg-shade starting:open:translate-x-full motion-safe:transition-transform motion-safe:duration-200"
    >
      {open && (
        <div className="p-2 pb-6">
          <div className="flex justify-end">
            <IconButton label={videoText.closeList} onClick={onClose}>
              <X size={22} aria-hidden="true" />
            </IconButton>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
