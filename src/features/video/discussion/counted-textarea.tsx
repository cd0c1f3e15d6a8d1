import type { ComponentProps, KeyboardEvent } from 'react';
import { LENGTH_WARNING } from '@/config/limits';
import { TextArea } from '@/ui/text-area';

interface CountedTextareaProps
  extends Pick<ComponentProps<typeof TextArea>, 'label' | 'placeholder' | 'disabled' | 'autoFocus' | 'ref'> {
  value: string;
  onChange: (value: string) => void;
  /** Longest text (characters). */
  limit: number;
  /** Formats the number of characters left. */
  left: (count: number) => string;
  onSubmit: () => void;
  onCancel?: () => void;
}

/** A textarea that shows the number of characters left near the limit, and submits with Ctrl+Enter. */
export function CountedTextarea({ value, onChange, limit, left, onSubmit, onCancel, ...rest }: CountedTextareaProps) {
  const room = limit - value.length;
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit();
    else if (event.key === 'Escape' && onCancel) onCancel();
    else return;
    event.preventDefault();
  };
  return (
    <TextArea
      {...rest}
      rows={2}
      value={value}
      maxLength={limit}
      hint={room <= LENGTH_WARNING && left(room)}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKey}
      className="num"
    />
  );
}
