import { type ReactNode, useId } from 'react';
import { classNames } from '@/lib/class-names';

export interface FieldText {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

interface FieldProps extends FieldText {
  className?: string | undefined;
  /** Gets what ties the control to its label, its hint and its error. */
  children: (control: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
    className: string;
  }) => ReactNode;
}

/** The look of everything one writes or chooses in. */
const controlClass = (wrong: boolean) =>
  classNames(
    'block min-h-12 w-full rounded-control border bg-surface px-3.5 text-base text-ink',
    'disabled:border-line disabled:bg-sunk disabled:text-muted disabled:opacity-100',
    wrong ? 'border-danger' : 'border-control hover:border-ink disabled:hover:border-line',
  );

/** A label above a control, and below it a hint or what is wrong; the error takes the place of the hint and is read out. */
export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-bold text-sm">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': hint || error ? `${id}-about` : undefined,
        className: controlClass(Boolean(error)),
      })}
      <div id={`${id}-about`} aria-live="polite">
        {error ? (
          <p className="mt-1.5 text-danger text-sm">{error}</p>
        ) : (
          hint && <div className="mt-1.5 text-muted text-sm">{hint}</div>
        )}
      </div>
    </div>
  );
}
