import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { classNames } from '@/lib/class-names';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** For passwords: the names of the button that shows and hides what is typed. */
  reveal?: { show: string; hide: string };
}

export function TextField({ label, hint, error, reveal, type = 'text', className, ...rest }: TextFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-bold text-sm">
        {label}
      </label>
      <div className="relative">
        <input
          {...rest}
          id={id}
          type={reveal && shown ? 'text' : type}
          aria-invalid={error ? true : undefined}
          aria-describedby={hint || error ? `${id}-about` : undefined}
          className={classNames(
            'block min-h-12 w-full rounded-control border bg-surface px-3.5 text-base text-ink',
            error ? 'border-danger' : 'border-control',
            reveal && 'pr-12',
          )}
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
      <div id={`${id}-about`} aria-live="polite">
        {error ? <p className="mt-1.5 text-danger text-sm">{error}</p> : hint && <div className="mt-1.5 text-muted text-sm">{hint}</div>}
      </div>
    </div>
  );
}
