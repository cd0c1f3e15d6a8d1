import type { ComponentProps, KeyboardEvent } from 'react';
import { LENGTH_WARNING } from '@/shared/app-limits';
import { isBlank } from '@/shared/is-blank';
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

/** True for a text that is neither blank nor too long. */
export const isSendable = (text: string, limit: number) => !isBlank(text) && text.length <= limit;

/** A textarea that shows the number of characters left near the limit, and submits with Ctrl+Enter unless the text is too long. */
export function CountedTextarea({ value, onChange, limit, left, onSubmit, onCancel, ...rest }: CountedTextareaProps) {
  const room = limit - value.length;
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      if (room >= 0) onSubmit();
    } else if (event.key === 'Escape' && onCancel) onCancel();
    else return;
    event.preventDefault();
  };
  return (
    <TextArea
      {...rest}
      rows={2}
      value={value}
      limit={limit}
      hint={room <= LENGTH_WARNING && left(room)}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKey}
      className="num"
    />
  );
}
