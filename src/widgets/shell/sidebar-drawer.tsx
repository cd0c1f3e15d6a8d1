import type { ReactNode } from 'react';
import { frame } from '@/text/shell';
import { Drawer } from '@/ui/drawer';
import { Logo } from '@/ui/printed-object';

interface SidebarDrawerProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The sidebar of phones. */
export const SidebarDrawer = ({ children, ...rest }: SidebarDrawerProps) => (
  <Drawer side="left" label={frame.sidebar} closeLabel={frame.closeMenu} head={<Logo />} {...rest}>
    {children}
  </Drawer>
);
