import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { frame } from '@/shared/text/shell';
import { Drawer } from '@/ui/drawer';
import { Logo } from '@/ui/printed-object';

interface SidebarDrawerProps {
  open: boolean;
  children: ReactNode;
}

/** The sidebar of phones. Closing it removes its history entry, unless a chosen section has already replaced the entry. */
export function SidebarDrawer({ open, children }: SidebarDrawerProps) {
  const navigate = useNavigate();
  const leaving = useRef(false);
  useEffect(() => {
    if (open) leaving.current = false;
  }, [open]);
  const close = () => {
    // The dialog also reports a close after Back, and reports a click on Close twice: navigate back only once.
    if (!open || leaving.current) return;
    leaving.current = true;
    void navigate(-1);
  };
  return (
    <Drawer
      side="left"
      label={frame.sidebar}
      closeLabel={frame.closeMenu}
      head={<Logo />}
      hasEntry
      open={open}
      onClose={close}
    >
      {children}
    </Drawer>
  );
}
