import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from '@/ui/class-names';
import { useBackCloses } from './use-back-closes';

interface DropdownPanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Accessible name of the button. */
  label: string;
  button: ReactNode;
  children: ReactNode;
  /** Class of the button. */
  className?: string | undefined;
  /** Class that sets the width of the panel; without it the panel is as wide as its content. */
  panelClass?: string | undefined;
}

/** Space between a panel and the edge of the window (px). */
const EDGE = 8;

/**
 * A button with a panel below it. The owner of `open` ensures that only one of several panels is open. Escape, a click outside and a focus change to
 * an element outside close the panel. The focus then returns to the button, unless another element has it. The panel stays inside the window.
 */
export function DropdownPanel({
  open,
  onOpenChange,
  label,
  button,
  children,
  className,
  panelClass,
}: DropdownPanelProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const change = useRef(onOpenChange);
  useLayoutEffect(() => {
    change.current = onOpenChange;
  });
  useBackCloses(open, () => {
    change.current(false);
    return true;
  });
  useLayoutEffect(() => {
    if (!open || !panel.current) return;
    const { left, right } = panel.current.getBoundingClientRect();
    const over = right - (document.documentElement.clientWidth - EDGE);
    panel.current.style.translate = `${left < EDGE ? EDGE - left : over > 0 ? -over : 0}px 0`;
  }, [open]);
  useEffect(() => {
    if (!open) return;
    const button = trigger.current;
    const outside = (event: Event) => !root.current?.contains(event.target as Node) && change.current(false);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      change.current(false);
      button?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', onKey);
      // Restore the focus if the focused element was removed with the panel.
      if (document.activeElement === document.body) button?.focus();
    };
  }, [open]);
  return (
    <div ref={root} className="relative">
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => onOpenChange(!open)}
        className={className}
      >
        {button}
      </button>
      {open && (
        <div
          ref={panel}
          id={id}
          className={classNames(
            'rise absolute top-full right-0 z-30 mt-2 max-h-[min(75dvh,36rem)] max-w-[calc(100vw-1rem)] overflow-y-auto',
            'rounded-card border border-line bg-surface p-2 shadow-card',
            panelClass ?? 'w-max min-w-64 max-[18rem]:min-w-0',
          )}
        >
          {children}
        </div>
      )}
    </div>
  );
}
