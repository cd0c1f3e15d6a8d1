import { type ComponentProps, useEffect, useRef } from 'react';
import { classNames } from '@/ui/class-names';
import { langOf } from '@/ui/lang-of';
import { Spinner } from './spinner';

export type ButtonKind = 'primary' | 'quiet' | 'plain' | 'danger';

const looks: Record<ButtonKind, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  quiet: 'bg-surface text-ink border-line hover:border-control',
  plain: 'bg-transparent text-accent-ink border-transparent hover:bg-sunk',
  danger: 'bg-surface text-danger border-line hover:border-danger',
};

/** Classes of a button, also for links that look like one. */
export const buttonClass = (kind: ButtonKind = 'quiet', extra?: string) =>
  classNames(
    'inline-flex min-h-11 max-w-full items-center justify-center gap-2 rounded-control border px-4 py-1.5 text-center text-sm font-bold no-underline motion-safe:transition-colors',
    'not-aria-busy:disabled:border-line not-aria-busy:disabled:bg-sunk not-aria-busy:disabled:text-muted aria-disabled:border-line aria-disabled:bg-sunk aria-disabled:text-muted',
    looks[kind],
    extra,
  );

/** Classes of the back link at the top of a screen. Its arrow is aligned with the content below. */
export const backLinkClass =
  '-ml-3 inline-flex min-h-11 min-w-11 items-center gap-2 rounded-control px-3 font-bold text-ink text-sm no-underline hover:bg-sunk [&>svg]:shrink-0';

interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind;
  /** True while the action runs: the button shows a spinner and ignores clicks. */
  busy?: boolean;
}

export function Button({
  kind,
  busy = false,
  className,
  children,
  disabled,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const pressed = useRef<HTMLElement>(null);
  // A disabled button loses the focus, and a press on it moves the focus to a container. Restore the focus unless another control has it.
  useEffect(() => {
    if (busy) return;
    if (document.activeElement?.contains(pressed.current)) pressed.current?.focus({ preventScroll: true });
    pressed.current = null;
  }, [busy]);
  return (
    <button
      lang={typeof children === 'string' ? langOf(children) : undefined}
      {...rest}
      onClick={(event) => {
        pressed.current = event.currentTarget;
        onClick?.(event);
      }}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass(kind, className)}
    >
      {busy && <Spinner small />}
      {children}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** Accessible name, because the icon has none. */
  label: string;
}

export function IconButton({ label, className, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={classNames(
        'inline-grid size-11 shrink-0 place-items-center rounded-control text-ink not-disabled:hover:bg-sunk disabled:text-muted disabled:opacity-60 aria-disabled:bg-transparent aria-disabled:text-muted aria-disabled:opacity-60',
        className,
      )}
    >
      {children}
    </button>
  );
}
