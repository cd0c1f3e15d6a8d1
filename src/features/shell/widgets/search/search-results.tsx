import { type KeyboardEvent, type ReactNode, type RefObject, startTransition, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useIsPlanKnown } from '@/device/session/use-is-plan-known';
import { useInitialSync } from '@/device/sync/use-initial-sync';
import { useOpenLessons } from '@/features/search/queries/open-lessons';
import type { Found } from '@/features/search/queries/search-index';
import { useSearch } from '@/features/search/queries/use-search';
import { searchText } from '@/features/search/text';
import { SEARCH_DEBOUNCE_MS } from '@/shared/app-limits';
import { classNames } from '@/ui/class-names';
import { FurtherRow, HitRow, SuggestionRow } from './result-rows';
import { furtherTargetOf, type Target, targetOf } from './result-target';

/** Returns the text after it has not changed for SEARCH_DEBOUNCE_MS. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Number of rows per column in the first render; they fill the visible part of the list. Each later paint adds the same number. */
const ROWS_AT_ONCE = 8;

/** Number of rows per column to render. It grows from paint to paint, so that eighty rows do not render in one long task. */
function useGrowingRows(term: string, count: number): number {
  const [shown, setShown] = useState({ term, rows: ROWS_AT_ONCE });
  const rows = shown.term === term ? shown.rows : ROWS_AT_ONCE;
  useEffect(() => {
    if (rows < count) startTransition(() => setShown({ term, rows: rows + ROWS_AT_ONCE }));
  }, [term, rows, count]);
  return rows;
}

interface Option {
  key: string;
  choose: () => void;
  content: ReactNode;
}

interface OptionGroup {
  key: string;
  title: string;
  /** The language of the title if it differs from the page's. */
  lang?: string;
  column: 'head' | 'left' | 'right';
  options: Option[];
}

const NOTHING: Found = { hits: [], count: 0, groups: [], suggestions: [] };

/** Result groups in the order in which the arrow keys visit them: suggestions, courses and lessons, everything else. */
function groupsOf(
  found: Found,
  free: boolean,
  isLocked: (lessonId: string) => boolean,
  go: (target: Target) => void,
  onText: (text: string) => void,
) {
  const groups: OptionGroup[] = [
    {
      key: 'words',
      title: searchText.suggestions,
      lang: 'en',
      column: 'head',
      options: found.suggestions.map((word) => ({
        key: word,
        choose: () => onText(word),
        content: <SuggestionRow word={word} />,
      })),
    },
    {
      key: 'catalog',
      title: searchText.catalog,
      column: 'left',
      options: found.hits.map((hit) => ({
        key: `${hit.kind} ${hit.id}`,
        choose: () => go(targetOf(hit, free, hit.kind === 'video' && isLocked(hit.id))),
        content: <HitRow hit={hit} />,
      })),
    },
    ...found.groups.map(
      ({ kind, hits }): OptionGroup => ({
        key: kind,
        title: searchText.groups[kind],
        column: 'right',
        options: hits.map((hit) => ({
          key: hit.id,
          choose: () => go(furtherTargetOf(hit, free)),
          content: <FurtherRow hit={hit} />,
        })),
      }),
    ),
  ];
  return groups.filter(({ options }) => options.length > 0);
}

interface SearchResultsProps {
  /** Id of the combobox; the ids of the list and its options derive from it. */
  id: string;
  text: string;
  free: boolean;
  /** True if there is room for two columns. */
  wide: boolean;
  /** Choosing a result replaces the current history entry, which belongs to the open side menu. */
  replace: boolean;
  keys: RefObject<((event: KeyboardEvent) => void) | null>;
  onActive: (id: string | undefined) => void;
  onText: (text: string) => void;
  onLeave: () => void;
}

/** The results found on this device, and suggested search terms. */
export function SearchResults({ id, text, free, wide, replace, keys, onActive, onText, onLeave }: SearchResultsProps) {
  const navigate = useNavigate();
  const term = useDebounced(text.trim());
  const { found = NOTHING, settled } = useSettledSearch(term);
  const searching = !settled || term !== text.trim();
  const [at, setAt] = useState({ term, position: -1 });
  const position = at.term === term ? at.position : -1;
  const go = ({ to, state }: Target) => {
    onLeave();
    void navigate(to, { state, replace });
  };
  const initialSync = useInitialSync();
  const openLessons = useOpenLessons();
  const isKnown = useIsPlanKnown();
  const isLocked = (lessonId: string) => free && isKnown && openLessons?.has(lessonId) === false;
  const groups = groupsOf(found, free, isLocked, go, onText);
  const options = groups.flatMap((group) => group.options);
  const listed = !searching && options.length > 0;
  const rowsPerColumn = useGrowingRows(term, listed ? options.length : 0);
  const optionId = (place: number) => `${id}-${place}`;
  const activeId = position >= 0 ? optionId(position) : undefined;

  useEffect(() => {
    onActive(activeId);
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    return () => onActive(undefined);
  }, [activeId, onActive]);
  useEffect(() => {
    keys.current = (event) => {
      const count = options.length;
      if (!listed) return;
      const next = { ArrowDown: (position + 1) % count, ArrowUp: (position <= 0 ? count : position) - 1 }[event.key];
      if (next !== undefined) setAt({ term, position: next });
      // Without a selection Enter opens the best result.
      else if (event.key === 'Enter') options[position >= 0 ? position : found.suggestions.length]?.choose();
      else return;
      event.preventDefault();
    };
    return () => {
      keys.current = null;
    };
  });

  const row = ({ key, choose, content }: Option) => {
    const place = options.findIndex((option) => option.choose === choose);
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the field, whose keys walk the options
      // biome-ignore lint/a11y/useFocusableInteractive: as above
      <div
        key={key}
        id={optionId(place)}
        role="option"
        aria-selected={place === position}
        onPointerDown={(event) => event.preventDefault()}
        onClick={choose}
        className={classNames(
          // Skip the layout of invisible rows: the list has up to eighty rows, of which only a few are visible.
          'flex min-h-11 cursor-pointer items-start gap-3 rounded-control px-2.5 py-2 [contain-intrinsic-block-size:auto_3.25rem] [content-visibility:auto] hover:bg-sunk',
          place === position && 'bg-sunk outline-2 outline-accent-ink -outline-offset-2',
        )}
      >
        {content}
      </div>
    );
  };
  const count = found.count + found.groups.reduce((sum, group) => sum + group.count, 0);
  const column = (name: OptionGroup['column']) => {
    const own = groups.filter((group) => group.column === name);
    const visible = own.flatMap((group) => group.options).slice(0, rowsPerColumn);
    return own
      .map((group) => ({ ...group, options: group.options.filter((option) => visible.includes(option)) }))
      .filter((group) => group.options.length > 0)
      .map(({ key, title, lang, options: rows }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox
        <div
          key={key}
          role="group"
          aria-labelledby={`${id}-${key}`}
          className={classNames(
            'pb-1.5',
            name === 'head' && 'flex flex-wrap items-center gap-1.5',
            name === 'head' && count > 0 && 'border-line border-b',
          )}
        >
          <p id={`${id}-${key}`} lang={lang} className="px-2.5 pt-1.5 pb-0.5 font-bold text-muted text-xs">
            {title}
          </p>
          {rows.map(row)}
        </div>
      ));
  };
  // Until the first full pull is complete, the server may have rows that this device does not find.
  const none = initialSync === 'complete' ? searchText.none : searchText.notHere;
  const said = searching ? searchText.searching : count === 0 ? none : searchText.found(count, term);
  const two = wide && found.hits.length > 0 && found.groups.length > 0;
  return (
    <>
      <p
        role="status"
        lang={said === searchText.notHere ? undefined : 'en'}
        className="px-2.5 py-1.5 text-muted text-sm"
      >
        {said}
      </p>
      <div
        id={`${id}-list`}
        className="min-h-0 overflow-y-auto"
        {...(listed ? { role: 'listbox', 'aria-label': searchText.results } : {})}
      >
        {listed && (
          <>
            {column('head')}
            <div role="presentation" className={classNames(two && 'md:grid md:grid-cols-2 md:items-start')}>
              <div role="presentation">{column('left')}</div>
              <div role="presentation" className={classNames(two && 'md:border-line md:border-l md:pl-1.5')}>
                {column('right')}
              </div>
            </div>
          </>
        )}
      </div>
      {said === searchText.none && options.length === 0 && <p className="px-2.5 pb-2 text-sm">{searchText.noneHint}</p>}
      {!searching && found.count > found.hits.length && (
        <p className="px-2.5 py-1.5 text-muted text-xs">{searchText.first(found.hits.length, found.count)}</p>
      )}
    </>
  );
}

/** `settled` is false while searching. Rule: do not report "nothing found" while rows are still arriving. */
function useSettledSearch(term: string): { found: Found | undefined; settled: boolean } {
  const { found, pending } = useSearch(term);
  const isEmpty = found !== undefined && found.count + found.groups.length === 0;
  return { found, settled: found !== undefined && !(isEmpty && pending) };
}
