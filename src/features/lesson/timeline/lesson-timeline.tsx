import { Check, ChevronDown, LocateFixed } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { filterTimeline, type TimelineItem, type TimelineKind } from '@/features/player/rules';
import { timelineText as text } from '@/features/player/text/timeline';
import { seekTo } from '@/features/player/widgets/player-actions';
import { Button, IconButton } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { SearchField } from '@/ui/search-field';
import { TimelineRow } from './timeline-row';
import { useCurrentItem } from './use-current-item';
import { useFollowing } from './use-following';

const kinds: readonly TimelineKind[] = ['chapter', 'note', 'comment', 'caption'];

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => Math.min(count - 1, index + 1),
  ArrowUp: (index) => Math.max(0, index - 1),
  Home: () => 0,
  End: (_, count) => count - 1,
};

interface FiltersProps {
  items: readonly TimelineItem[];
  shown: ReadonlySet<TimelineKind>;
  onToggle: (kind: TimelineKind) => void;
}

/** One toggle button per kind of item in the lesson, with the number of items. */
const Filters = ({ items, shown, onToggle }: FiltersProps) => (
  <fieldset className="flex flex-wrap gap-2">
    <legend className="sr-only">{text.filters}</legend>
    {kinds
      .map((kind) => ({ kind, count: items.filter((item) => item.kind === kind).length }))
      .filter(({ count }) => count > 0)
      .map(({ kind, count }) => (
        <button
          key={kind}
          type="button"
          aria-pressed={shown.has(kind)}
          onClick={() => onToggle(kind)}
          className={classNames(
            'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 font-semibold text-sm',
            shown.has(kind) ? 'border-ink' : 'border-line text-muted',
          )}
        >
          {shown.has(kind) && <Check size={16} aria-hidden="true" />}
          {text.kinds[kind].many}
          <span className="num font-normal text-muted">{count}</span>
        </button>
      ))}
  </fieldset>
);

interface LessonTimelineProps {
  items: readonly TimelineItem[];
  /** Null when the lesson's video does not play. */
  video: HTMLVideoElement | null;
}

/** Everything with a position in the video, by time. A click on a line seeks the video. The list is one Tab stop; arrow keys move between lines. */
export function LessonTimeline({ items, video }: LessonTimelineProps) {
  const id = useId();
  const box = useRef<HTMLOListElement>(null);
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [hidden, setHidden] = useState<ReadonlySet<TimelineKind>>(new Set());
  const [reached, setReached] = useState<number>();
  const asked = useDeferredValue(query);
  const shown = useMemo(() => new Set(kinds.filter((kind) => !hidden.has(kind))), [hidden]);
  const rows = useMemo(() => filterTimeline(items, shown, asked), [items, shown, asked]);
  const current = useCurrentItem(video, rows);
  const { following, follow } = useFollowing(box, current);
  if (items.length === 0) return null;
  const stop = Math.min(rows.length - 1, reached ?? Math.max(0, current));

  const toggle = (kind: TimelineKind) => {
    const next = new Set(hidden);
    if (!next.delete(kind)) next.add(kind);
    setHidden(next);
  };
  const choose = (index: number) => {
    const item = rows[index];
    if (!video || !item) return;
    seekTo(video, item.at);
    setReached(index);
    follow();
  };
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    // Keep the player and the page from handling the same key.
    event.preventDefault();
    const next = step(stop, rows.length);
    setReached(next);
    box.current?.querySelectorAll<HTMLElement>('button')[next]?.focus();
  };

  return (
    <section aria-labelledby={`${id}-title`} className="grid min-w-0 gap-3 print:hidden">
      <div className="flex items-center gap-2">
        <h2 id={`${id}-title`} className="min-w-0 grow text-lg">
          {text.title}
        </h2>
        <IconButton
          label={open ? text.hide : text.show}
          aria-expanded={open}
          aria-controls={`${id}-list`}
          onClick={() => setOpen(!open)}
          className="md:hidden"
        >
          <ChevronDown
            size={22}
            aria-hidden="true"
            className={classNames('motion-safe:transition-transform', open && 'rotate-180')}
          />
        </IconButton>
      </div>
      <div id={`${id}-list`} className={classNames('relative grid gap-3', !open && 'max-md:hidden')}>
        <SearchField label={text.search} clearLabel={text.clear} value={query} onChange={setQuery} />
        <Filters items={items} shown={shown} onToggle={toggle} />
        <p role="status" className="sr-only">
          {asked && text.found(rows.length)}
        </p>
        <p id={`${id}-keys`} className="sr-only">
          {text.keys}
        </p>
        <ol
          ref={box}
          onKeyDown={move}
          aria-describedby={`${id}-keys`}
          className="relative -mx-2.5 max-h-96 overflow-y-auto p-1"
        >
          {rows.map((item, index) => (
            <li key={item.key}>
              <TimelineRow
                item={item}
                current={index === current}
                focusable={index === stop}
                index={index}
                onChoose={choose}
              />
            </li>
          ))}
        </ol>
        {rows.length === 0 && (
          <p>
            <strong>{text.nothing}</strong>
            <span className="block text-muted">{text.nothingHint}</span>
          </p>
        )}
        {!following && current >= 0 && (
          <Button onClick={follow} className="absolute bottom-2 left-1/2 -translate-x-1/2 shadow-card">
            <LocateFixed size={18} aria-hidden="true" />
            {text.follow}
          </Button>
        )}
      </div>
    </section>
  );
}
