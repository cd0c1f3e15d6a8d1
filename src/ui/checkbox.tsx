import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '@/ui/class-names';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: ReactNode;
}

/** A native checkbox in the accent colour. The whole row is clickable. */
export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <label htmlFor={id} className={classNames('flex min-h-11 cursor-pointer items-center gap-3 text-sm', className)}>
      <input {...rest} id={id} type="checkbox" className="size-5 shrink-0 accent-[var(--accent-ink)]" />
      <span className="min-w-0">{label}</span>
    </label>
  );
}
