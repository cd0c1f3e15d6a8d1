import type { ComponentProps } from 'react';
import { classNames } from '@/ui/class-names';

interface ControlProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** Accessible name. */
  label: string;
  pressed?: boolean;
}

/** A button of the control bar. */
export function Control({ label, pressed, className, children, ...rest }: ControlProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      className={classNames(
        'inline-grid size-11 shrink-0 place-items-center rounded-control text-[#fff] hover:bg-[#ffffff26] disabled:opacity-40',
        className,
      )}
    >
      {children}
    </button>
  );
}
