import type { ComponentProps } from 'react';
import { classNames } from '@/ui/class-names';
import { Field, type FieldText } from './field';
import { useLimit } from './use-limit';

interface TextAreaProps extends FieldText, Omit<ComponentProps<'textarea'>, 'id' | 'maxLength' | 'onInput'> {
  /** Longest text (characters). */
  limit?: number;
}

/** A text field of several lines, which grows with its content where the browser supports that. */
export function TextArea({ label, hint, error, limit, className, rows = 3, ...rest }: TextAreaProps) {
  const { box, fault, onInput } = useLimit(limit, rest);
  return (
    <Field ref={box} label={label} hint={hint} error={fault ?? error} className={className}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          onInput={onInput}
          rows={rows}
          className={classNames(control.className, 'field-sizing-content max-h-[50dvh] resize-y py-3')}
          // A field that grows with its content ignores `rows`.
          style={{ minHeight: `calc(${rows}lh + 1.5rem)` }}
        />
      )}
    </Field>
  );
}
