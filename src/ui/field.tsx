import { type ReactNode, type Ref, useId } from 'react';
import { classNames } from '@/ui/class-names';
import { langOf } from '@/ui/lang-of';

export interface FieldText {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Id of the error message of this field, if the message is not below the field. */
  faultId?: string | undefined;
}

interface FieldProps extends FieldText {
  className?: string | undefined;
  ref?: Ref<HTMLDivElement>;
  /** Receives the attributes that connect the control with its label, hint and error. */
  children: (control: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
    className: string;
  }) => ReactNode;
}

/** Classes of all inputs. */
const controlClass = (wrong: boolean) =>
  classNames(
    'block min-h-12 w-full rounded-control border bg-surface px-3.5 text-base text-ink',
    'disabled:border-line disabled:bg-sunk disabled:text-muted disabled:opacity-100',
    wrong ? 'border-danger' : 'border-control hover:border-ink disabled:hover:border-line',
  );

/** A label above a control, and a hint or an error below it. The error replaces the hint and is announced. */
export function Field({ label, hint, error, faultId, className, ref, children }: FieldProps) {
  // Skip the React compiler: this code loads on the first visit, and the compiler's memo caches would add more code than they are worth.
  'use no memo';
  const id = useId();
  const about = hint || error ? `${id}-about` : undefined;
  return (
    <div ref={ref} className={className}>
      <label htmlFor={id} className="mb-1.5 block font-bold text-sm">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error || faultId ? true : undefined,
        'aria-describedby': about && faultId ? `${faultId} ${about}` : (about ?? faultId),
        className: controlClass(Boolean(error || faultId)),
      })}
      <div id={`${id}-about`} aria-live="polite">
        {error ? (
          <p lang={langOf(error)} className="mt-1.5 text-danger text-sm">
            {error}
          </p>
        ) : (
          hint && <div className="mt-1.5 text-muted text-sm">{hint}</div>
        )}
      </div>
    </div>
  );
}
