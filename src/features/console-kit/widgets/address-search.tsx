import { useEffect, useRef, useState } from 'react';
import { SearchField } from '@/ui/search-field';
import { consoleText as text } from '../text/console';
import { useConsoleAddress } from './use-console-address';

interface AddressSearchProps {
  label: string;
  className?: string;
}

/** The search field of a list. Stores the text in the URL (`q`); each change returns to page 1 of the list. */
export function AddressSearch({ label, className }: AddressSearchProps) {
  const { get, set } = useConsoleAddress();
  const value = get('q');
  const [typed, setTyped] = useState(value);
  // Texts that the URL does not contain yet. The next key can arrive before the router has rendered the last change, so a field that showed
  // only the URL would lose letters.
  const sent = useRef<string[]>([]);
  useEffect(() => {
    const index = sent.current.indexOf(value);
    sent.current.splice(0, index < 0 ? sent.current.length : index + 1);
    if (index < 0) setTyped(value);
  }, [value]);
  return (
    <SearchField
      label={label}
      clearLabel={text.clearSearch}
      value={typed}
      maxLength={300}
      onChange={(q) => {
        sent.current.push(q);
        setTyped(q);
        set({ q, page: null });
      }}
      {...(className && { className })}
    />
  );
}
