import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '@/ui/class-names';
import { IconButton } from './button';
import { useModal } from './use-modal';

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  side: 'left' | 'right';
  label: string;
  closeLabel: string;
  /** Shown beside the close button. */
  head?: ReactNode;
  /** True if the owner has given the open drawer an entry in the history. */
  hasEntry?: boolean;
  children: ReactNode;
}

/** A panel that slides in from a side, mostly on phones. The panel is a native modal dialog, so the focus stays inside and Escape closes it. */
export function Drawer({ open, onClose, side, label, closeLabel, head, hasEntry = false, children }: DrawerProps) {
  const ref = useModal(open, !hasEntry);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes the drawer; keyboards use Escape and the button
    <dialog
      ref={ref}
      aria-label={label}
      onClose={() => open && onClose()}
      onClick={(event) => event.target === ref.current && onClose()}
      className={classNames(
        'drawer m-0 h-dvh max-h-none max-w-none overflow-y-auto border-line bg-surface p-0 text-ink backdrop:bg-shade',
        side === 'left'
          ? 'w-[min(85vw,18rem)] max-[18rem]:w-[94vw] border-r'
          : 'drawer-right ml-auto w-[min(88vw,360px)] max-[18rem]:w-[94vw] border-l',
      )}
    >
      <div className="min-h-full p-3.5">
        <div className="mb-3 flex items-center justify-between">
          <span>{head}</span>
          <IconButton label={closeLabel} onClick={onClose}>
            <X size={22} aria-hidden="true" />
          </IconButton>
        </div>
        {children}
      </div>
    </dialog>
  );
}
