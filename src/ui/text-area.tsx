import type { ComponentProps } from 'react';
import { classNames } from '@/lib/class-names';
import { Field, type FieldText } from './field';

type TextAreaProps = FieldText & Omit<ComponentProps<'textarea'>, 'id'>;

/** A text field of several lines, which grows with its content where the browser supports that. */
export function TextArea({ label, hint, error, className, rows = 3, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          rows={rows}
          className={classNames(control.className, 'field-sizing-content max-h-[50dvh] resize-y py-3')}
          // A field that grows with its content ignores `rows`.
          style={{ minHeight: `calc(${rows}lh + 1.5rem)` }}
        />
      )}
    </Field>
  );
}
