import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '@/lib/class-names';

interface MenuProps {
  /** What the button opens, in words. */
  label: string;
  button: ReactNode;
  /** Gets a function that closes the panel. */
  children: (close: () => void) => ReactNode;
  className?: string;
}

/** A button with a panel below it. Escape and a press elsewhere close it; focus goes back to the button. */
export function Menu({ label, button, children, className }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => !root.current?.contains(event.target as Node) && setOpen(false);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);
  return (
    <div ref={root} className="relative">
      <button ref={trigger} type="button" aria-label={label} aria-expanded={open} onClick={() => setOpen(!open)} className={className}>
        {button}
      </button>
      {open && (
        <div className={classNames('rise absolute top-full right-0 z-30 mt-2 min-w-64 rounded-card border border-line bg-surface p-2 shadow-card')}>
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  );
}

/** The look of a row in a menu, for buttons and links. */
export const menuRowClass =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-semibold text-sm text-ink no-underline hover:bg-sunk';
