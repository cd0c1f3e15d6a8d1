import { type FormEvent, useEffect, useRef, useState } from 'react';
import { tooLong } from '@/shared/format/too-long';

interface TextProps {
  value?: unknown;
  defaultValue?: unknown;
}

/**
 * Allows text over `limit` (characters), reports the excess and blocks the submit of the form. The attribute `maxLength` would cut a pasted text
 * silently.
 */
export function useLimit(limit: number | undefined, { value, defaultValue }: TextProps) {
  // Skip the React compiler: this code loads on the first visit, and the compiler's memo caches would add more code than they are worth.
  'use no memo';
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(defaultValue);
  const over = limit === undefined ? 0 : String(value ?? typed ?? '').length - limit;
  const isOver = over > 0;
  useEffect(() => {
    const form = isOver && box.current?.closest('form');
    if (!form) return;
    const stop = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      box.current?.querySelector<HTMLElement>('input, textarea')?.focus();
    };
    form.addEventListener('submit', stop, true);
    return () => form.removeEventListener('submit', stop, true);
  }, [isOver]);
  return {
    box,
    fault: isOver ? tooLong(over, Number(limit)) : undefined,
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => setTyped(currentTarget.value),
  };
}
