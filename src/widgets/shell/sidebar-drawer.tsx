import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { frame } from '@/text/shell';
import { IconButton } from '@/ui/button';
import { Logo } from '@/ui/printed-object';
import { useModal } from '@/ui/use-modal';

interface SidebarDrawerProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The sidebar of phones, which slides in and out: the browser's modal dialog, so that focus stays inside and Escape closes it. */
export function SidebarDrawer({ open, onClose, children }: SidebarDrawerProps) {
  const ref = useModal(open);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the drawer closes it; the keyboard has Escape and the button
    <dialog
      ref={ref}
      aria-label={frame.sidebar}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
      className="drawer h-dvh max-h-none w-72 max-w-[85vw] border-line border-r bg-surface p-0 text-ink backdrop:bg-shade"
    >
      <div className="p-3.5">
        <div className="mb-3 flex items-center justify-between">
          <Logo />
          <IconButton label={frame.closeMenu} onClick={onClose}>
            <X size={22} aria-hidden="true" />
          </IconButton>
        </div>
        {children}
      </div>
    </dialog>
  );
}
