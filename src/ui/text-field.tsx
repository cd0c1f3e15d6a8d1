import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { classNames } from '@/ui/class-names';
import { Field, type FieldText } from './field';
import { useLimit } from './use-limit';

interface TextFieldProps extends FieldText, Omit<ComponentProps<'input'>, 'id' | 'maxLength' | 'onInput'> {
  /** Longest text (characters). */
  limit?: number;
  /** For passwords: labels of the button that shows and hides the text. */
  reveal?: { show: string; hide: string };
}

export function TextField({
  label,
  hint,
  error,
  faultId,
  reveal,
  limit,
  type = 'text',
  className,
  ...rest
}: TextFieldProps) {
  // Skip the React compiler: this code loads on the first visit, and the compiler's memo caches would add more code than they are worth.
  'use no memo';
  const [shown, setShown] = useState(false);
  const { box, fault, onInput } = useLimit(limit, rest);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field ref={box} label={label} hint={hint} error={fault ?? error} faultId={faultId} className={className}>
      {(control) => (
        <div className="relative">
          <input
            {...rest}
            {...control}
            onInput={onInput}
            type={reveal && shown ? 'text' : type}
            className={classNames(control.className, reveal && 'pr-12')}
          />
          {reveal && (
            <button
              type="button"
              onClick={() => setShown(!shown)}
              aria-label={shown ? reveal.hide : reveal.show}
              aria-pressed={shown}
              className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-control text-muted hover:text-ink"
            >
              <Icon size={20} aria-hidden="true" />
            </button>
          )}
        </div>
      )}
    </Field>
  );
}
