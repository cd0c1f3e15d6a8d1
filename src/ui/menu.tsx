import { type ReactNode, useState } from 'react';
import { DropdownPanel } from './dropdown-panel';

interface MenuProps {
  /** What the button opens, in words. */
  label: string;
  button: ReactNode;
  /** Gets a function that closes the panel. */
  children: (close: () => void) => ReactNode;
  className?: string;
}

/** A dropdown panel that minds itself whether it is open. */
export function Menu({ label, button, children, className }: MenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <DropdownPanel open={open} onOpenChange={setOpen} label={label} button={button} className={className}>
      {open && children(() => setOpen(false))}
    </DropdownPanel>
  );
}

/** The look of a row in a menu, for buttons and links. */
export const menuRowClass =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-semibold text-sm text-ink no-underline hover:bg-sunk';
