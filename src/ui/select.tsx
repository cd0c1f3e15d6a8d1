import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '@/ui/class-names';
import { Field, type FieldText } from './field';

/** A native select; the children are its options. */
export function Select({
  label,
  hint,
  error,
  className,
  children,
  ...rest
}: FieldText & Omit<ComponentProps<'select'>, 'id'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <div className="relative">
          <select {...rest} {...control} className={classNames(control.className, 'appearance-none truncate pr-11')}>
            {children}
          </select>
          <ChevronDown
            size={20}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 my-auto text-muted"
          />
        </div>
      )}
    </Field>
  );
}
