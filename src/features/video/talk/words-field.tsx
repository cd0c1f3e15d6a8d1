import { type KeyboardEvent, type Ref, useId } from 'react';
import { LENGTH_WARNING } from '@/config/limits';

interface WordsFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Longest text, characters. */
  limit: number;
  /** Says how many characters are left. */
  left: (count: number) => string;
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  onSubmit: () => void;
  onCancel?: () => void;
  fieldRef?: Ref<HTMLTextAreaElement>;
}

/** A field for some lines of text. It grows with them, says near the end how much room is left, and sends with Ctrl and Enter. */
export function WordsField({ label, value, onChange, limit, left, placeholder, disabled, autoFocus, onSubmit, onCancel, fieldRef }: WordsFieldProps) {
  const id = useId();
  const room = limit - value.length;
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit();
    else if (event.key === 'Escape' && onCancel) onCancel();
    else return;
    event.preventDefault();
  };
  return (
    <div>
      <label htmlFor={id} className="num mb-1.5 block font-bold text-sm">
        {label}
      </label>
      <textarea
        id={id}
        ref={fieldRef}
        rows={2}
        value={value}
        maxLength={limit}
        placeholder={placeholder}
        disabled={disabled}
        // biome-ignore lint/a11y/noAutofocus: only where the learner has just asked to write here
        autoFocus={autoFocus}
        aria-describedby={`${id}-left`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKey}
        className="field-sizing-content block max-h-60 min-h-16 w-full resize-none rounded-control border border-control bg-surface px-3.5 py-2.5 text-base text-ink disabled:opacity-55"
      />
      <p id={`${id}-left`} aria-live="polite" className="num min-h-5 text-right text-muted text-sm">
        {room <= LENGTH_WARNING && left(room)}
      </p>
    </div>
  );
}
