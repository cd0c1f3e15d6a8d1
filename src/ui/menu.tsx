import { type ReactNode, useState } from 'react';
import { DropdownPanel } from './dropdown-panel';

interface MenuProps {
  /** Accessible name of the button. */
  label: string;
  button: ReactNode;
  /** Receives a function that closes the panel. */
  children: (close: () => void) => ReactNode;
  className?: string;
}

/** A dropdown panel that holds its own open state. */
export function Menu({ label, button, children, className }: MenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <DropdownPanel open={open} onOpenChange={setOpen} label={label} button={button} className={className}>
      {open && children(() => setOpen(false))}
    </DropdownPanel>
  );
}

/** Classes of a menu row, for buttons and links. */
export const menuRowClass =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-semibold text-sm text-ink no-underline hover:bg-sunk';
