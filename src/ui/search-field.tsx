import { Search, X } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { classNames } from '@/ui/class-names';

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'ref'> {
  /** Accessible name; the visible label is the icon and the placeholder. */
  label: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search field whose clear button keeps the focus. Other props are passed to the input (for example `role="combobox"`). */
export function SearchField({
  label,
  clearLabel,
  value,
  onChange,
  placeholder = label,
  className,
  ...rest
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={classNames('relative', className)}>
      <Search
        size={20}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted"
      />
      <input
        {...rest}
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="block min-h-11 w-full rounded-control border border-control bg-surface pr-11 pl-10 text-base text-ink hover:border-ink"
      />
      {value && (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-ink"
        >
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
