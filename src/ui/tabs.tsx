import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from '@/ui/class-names';

interface TabsProps<T extends string> {
  label: string;
  tabs: readonly { id: T; title: ReactNode }[];
  current: T;
  onChange: (tab: T) => void;
  children: ReactNode;
}

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Fades the ends of the row where more tabs can be scrolled into view. */
function markEnds(row: HTMLElement) {
  const before = row.scrollLeft > 1;
  const after = row.scrollLeft + row.clientWidth < row.scrollWidth - 1;
  const edge = (more: boolean) => (more ? 'transparent' : 'black');
  row.style.maskImage =
    before || after
      ? `linear-gradient(to right, ${edge(before)}, black 3rem, black calc(100% - 3rem), ${edge(after)})`
      : '';
}

/** Scrolls the current tab into view inside the row, without scrolling the page. */
function reveal(row: HTMLElement) {
  const tab = row.querySelector<HTMLElement>('[aria-selected="true"]');
  if (tab) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  markEnds(row);
}

/** Tabs with the panel of the current tab. Arrow keys, Home and End move between the tabs. */
export function Tabs<T extends string>({ label, tabs, current, onChange, children }: TabsProps<T>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new current tab must be scrolled into view
  useEffect(() => {
    const row = list.current;
    if (!row) return;
    const watch = new ResizeObserver(() => reveal(row));
    watch.observe(row);
    // A count that loads later makes its tab wider.
    for (const tab of row.children) watch.observe(tab);
    return () => watch.disconnect();
  }, [current]);
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const next = step(
      tabs.findIndex(({ id }) => id === current),
      tabs.length,
    );
    const tab = tabs[next];
    if (!tab) return;
    onChange(tab.id);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        onScroll={(event) => markEnds(event.currentTarget)}
        // The line is a shadow: a border would make the row 1 px too tall and show a scroll bar in some browsers.
        className="flex gap-6 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)] [scrollbar-width:none]"
      >
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === current}
            aria-controls={`${base}-panel`}
            tabIndex={id === current ? 0 : -1}
            onClick={() => onChange(id)}
            className={classNames(
              'min-h-11 whitespace-nowrap border-b-2 px-1 font-bold text-base focus-visible:-outline-offset-3',
              id === current ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${current}`} className="pt-5">
        {children}
      </div>
    </>
  );
}
