import { type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import { SEARCH_QUERY_LENGTH } from '@/shared/app-limits';
import { frame } from '@/shared/text/shell';
import { classNames } from '@/ui/class-names';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { SearchField } from '@/ui/search-field';
import { Skeleton } from '@/ui/skeleton';

/** The search results and the library that ranks them load when the first letter is typed. */
const SearchResults = lazyWithRetry(() => import('./search-results').then((module) => module.SearchResults));

interface SearchBoxProps {
  free: boolean;
  /** The list may be wider than the field, because the page beside the sidebar has room. */
  wide?: boolean;
  /** Choosing a result replaces the current history entry, which belongs to the open side menu. */
  replace?: boolean;
}

/** A combobox with a result list below. Escape, a click outside and focus moving outside close the list. */
export function SearchBox({ free, wide = false, replace = false }: SearchBoxProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  /** The list's key handler; set only while the list is open. */
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const shown = open && text.trim() !== '';
  // The shortcut of the installed app opens the app with the search focused.
  useEffect(() => {
    if (new URLSearchParams(location.search).has('search')) root.current?.querySelector('input')?.focus();
  }, []);
  useEffect(() => {
    if (!shown) return;
    const outside = (event: Event) => !root.current?.contains(event.target as Node) && setOpen(false);
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [shown]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (shown && event.key === 'Escape') {
      // Escape closes the list, not the drawer around it, and keeps the typed text.
      event.preventDefault();
      setOpen(false);
    } else if (!shown && event.key === 'ArrowDown') setOpen(true);
    else keys.current?.(event);
  };
  return (
    <div ref={root} className="relative">
      <SearchField
        label={frame.search}
        clearLabel={frame.clearSearch}
        value={text}
        onChange={(value) => {
          setText(value);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        maxLength={SEARCH_QUERY_LENGTH}
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={shown}
        aria-controls={shown ? `${id}-list` : undefined}
        aria-activedescendant={shown ? active : undefined}
      />
      {shown && (
        <div
          className={classNames(
            'rise absolute top-full left-0 z-30 mt-2 flex max-h-[24rem] w-full flex-col rounded-card border border-line bg-surface p-2 shadow-card',
            wide && 'md:w-[min(47rem,calc(100vw-40px))]',
          )}
        >
          <Suspense fallback={<Skeleton className="m-2 h-16" />}>
            <SearchResults
              id={id}
              text={text}
              free={free}
              wide={wide}
              replace={replace}
              keys={keys}
              onActive={setActive}
              onText={setText}
              onLeave={() => {
                setOpen(false);
                setText('');
              }}
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}
