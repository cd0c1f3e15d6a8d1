import { type ReactNode, useId } from 'react';
import { classNames } from '@/ui/class-names';

interface SegmentedControlProps<T extends string> {
  /** Name of the group: always announced by screen readers, visible only with `labelShown`. */
  label: string;
  labelShown?: boolean;
  options: readonly {
    value: T;
    label: string;
    icon?: ReactNode;
    /** Shown after the text. */
    mark?: ReactNode;
    disabled?: boolean;
  }[];
  value: T;
  onChange: (value: T) => void;
  /** Show only the icons; the texts stay for screen readers. */
  iconsOnly?: boolean;
  className?: string;
}

/** A choice among a few visible options, which are radio buttons, so that arrow keys work. */
export function SegmentedControl<T extends string>({
  label,
  labelShown = false,
  options,
  value,
  onChange,
  iconsOnly = false,
  className,
}: SegmentedControlProps<T>) {
  const name = useId();
  return (
    <fieldset className={classNames('min-w-0', className)}>
      <legend className={labelShown ? 'mb-1.5 font-bold text-sm' : 'sr-only'}>{label}</legend>
      <div className="flex flex-wrap gap-1 rounded-control border border-line bg-sunk p-1">
        {options.map((option) => (
          <label
            key={option.value}
            title={iconsOnly ? option.label : undefined}
            className={classNames(
              'flex min-h-11 min-w-11 grow cursor-pointer items-center justify-center gap-2 rounded-control px-1.5 text-center font-bold text-sm',
              'has-focus-visible:outline-3 has-focus-visible:outline-accent-ink has-disabled:cursor-not-allowed has-disabled:opacity-55',
              option.value === value
                ? 'bg-surface text-ink shadow-[inset_0_-3px_0_var(--accent)]'
                : 'text-muted hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.icon}
            <span className={iconsOnly ? 'sr-only' : undefined}>{option.label}</span>
            {option.mark}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
