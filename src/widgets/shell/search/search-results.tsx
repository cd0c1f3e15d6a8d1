import { CirclePlay, CornerDownLeft } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { SEARCH_DEBOUNCE_MS } from '@/config/limits';
import { paths, sectionSearch, videoFreeHref, videoHref } from '@/config/paths';
import { useSearchIndex } from '@/data/search/queries';
import { type Hit, type Range, search } from '@/domain/search/ranking';
import { classNames } from '@/lib/class-names';
import { searchText } from '@/text/search';
import { useSectionRule } from '../sections';

/** Number of rendered hits; more letters narrow them down. */
const SHOWN = 50;

/** The text after a pause in typing. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function Highlighted({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  let last = 0;
  return (
    <>
      {ranges.map(([from, to]) => {
        const before = text.slice(last, from);
        last = to;
        return (
          <span key={from}>
            {before}
            <mark className="rounded-[3px] bg-accent/25 text-ink">{text.slice(from, to)}</mark>
          </span>
        );
      })}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  );
}

function HitRow({ hit }: { hit: Hit }) {
  const courses = useSectionRule('courses');
  const Icon = hit.kind === 'course' ? courses.Icon : CirclePlay;
  return (
    <>
      <Icon size={20} role="img" aria-label={searchText.kinds[hit.kind]} className="mt-0.5 shrink-0 text-muted" />
      <span className="grid min-w-0 grow">
        <span className="font-bold text-sm">
          <Highlighted text={hit.title} ranges={hit.highlights} />
        </span>
        <span className="flex flex-wrap justify-between gap-x-3 text-muted text-xs">
          <span>{hit.context}</span>
          <span className="num">
            {searchText.matches[hit.match]} · {searchText.percent(hit.score)}
          </span>
        </span>
      </span>
    </>
  );
}

interface SearchResultsProps {
  /** Id of the combobox; the ids of the list and its options derive from it. */
  id: string;
  text: string;
  free: boolean;
  keys: RefObject<((event: KeyboardEvent) => void) | null>;
  onActive: (id: string | undefined) => void;
  onText: (text: string) => void;
  onLeave: () => void;
}

/** Hits in this device's catalog, and suggestions. A course opens in Моите курсове, a lesson on its page. */
export function SearchResults({ id, text, free, keys, onActive, onText, onLeave }: SearchResultsProps) {
  const navigate = useNavigate();
  const index = useSearchIndex();
  const term = useDebounced(text.trim());
  const searching = !index || term !== text.trim();
  const { hits, suggestions } = index && term ? search(index, term) : { hits: [], suggestions: [] };
  const shown = hits.slice(0, SHOWN);
  const [at, setAt] = useState({ term, position: -1 });
  const position = at.term === term ? at.position : -1;
  const follow = ({ kind, id, courseId }: Hit) => {
    onLeave();
    if (kind === 'course')
      return void navigate((free ? paths.dashboardFree : paths.dashboard) + sectionSearch('courses', id));
    void navigate(free ? videoFreeHref(id) : videoHref(id, courseId));
  };
  const options = [
    ...suggestions.map((word) => ({
      key: `word ${word}`,
      choose: () => onText(word),
      content: <Suggestion word={word} />,
    })),
    ...shown.map((hit) => ({ key: `${hit.kind} ${hit.id}`, choose: () => follow(hit), content: <HitRow hit={hit} /> })),
  ];
  const listed = !searching && options.length > 0;
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
      // Without a selected option Enter opens the best hit.
      else if (event.key === 'Enter') options[position >= 0 ? position : suggestions.length]?.choose();
      else return;
      event.preventDefault();
    };
    return () => {
      keys.current = null;
    };
  });

  const row = ({ key, choose, content }: (typeof options)[number], place: number) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the field, whose keys move through the options
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      key={key}
      id={optionId(place)}
      role="option"
      aria-selected={place === position}
      onPointerDown={(event) => event.preventDefault()}
      onClick={choose}
      className={classNames(
        'flex min-h-11 cursor-pointer items-start gap-3 rounded-control px-2.5 py-2 hover:bg-sunk',
        place === position && 'bg-sunk outline-2 outline-accent-ink -outline-offset-2',
      )}
    >
      {content}
    </div>
  );
  const announcement = searching
    ? searchText.searching
    : hits.length === 0
      ? searchText.none
      : searchText.found(hits.length, term);
  return (
    <>
      <p role="status" lang="en" className="px-2.5 py-1.5 text-muted text-sm">
        {announcement}
      </p>
      <div
        id={`${id}-list`}
        className="min-h-0 overflow-y-auto"
        {...(listed ? { role: 'listbox', 'aria-label': searchText.results } : {})}
      >
        {listed && suggestions.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox
          <div role="group" aria-labelledby={`${id}-words`} className="border-line border-b pb-1">
            <p id={`${id}-words`} lang="en" className="px-2.5 pt-1 font-bold text-sm">
              {searchText.suggestions}
            </p>
            {options.slice(0, suggestions.length).map(row)}
          </div>
        )}
        {listed && options.slice(suggestions.length).map((option, place) => row(option, suggestions.length + place))}
      </div>
      {!searching && hits.length > SHOWN && (
        <p className="px-2.5 py-1.5 text-muted text-xs">{searchText.first(SHOWN)}</p>
      )}
    </>
  );
}

const Suggestion = ({ word }: { word: string }) => (
  <>
    <CornerDownLeft size={18} aria-hidden="true" className="shrink-0 self-center text-muted" />
    <span className="self-center font-semibold text-accent-ink text-sm">{word}</span>
  </>
);
