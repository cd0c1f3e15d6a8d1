import { type RefObject, startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** Smallest number of rendered rows. Two high rows may fill the viewport, but the browser's search in the page should find more rows. */
const MIN_ROWS = 10;
/**
 * Number of rows rendered on each side of the focused row. Without them, Tab could move the focus from the last rendered row out of the list,
 * before scrolling renders the next rows.
 */
const TAB_ROWS = 3;

interface Range {
  start: number;
  /** Index after the last rendered row. */
  end: number;
  /** Key of the row with the keyboard focus, which stays rendered outside the range so that the focus is not lost. */
  focused: string | undefined;
}

/** A rendered row by its index, or the height (px) that unrendered rows take. */
export type RowPart = { index: number } | { gap: number };

interface RowWindow {
  /** Ref for the list element. Each rendered row must carry its key in `data-row`. */
  list: RefObject<HTMLUListElement | null>;
  parts: RowPart[];
  /** True once the reader has scrolled: rows that return must not play their entrance animation again. */
  moved: boolean;
}

/** The rows between two offsets from the start of the list (px). */
function rowsBetween(from: number, to: number, count: number, heightOf: (index: number) => number) {
  let [start, end, offset] = [count, count, 0];
  for (let index = 0; index < count; index++) {
    if (offset >= to) {
      end = index;
      break;
    }
    offset += heightOf(index);
    if (start === count && offset > from) start = index;
  }
  return { start: Math.min(start, end), end };
}

/**
 * Selects the rows of a long list that are near the viewport of the page: only they are in the document, so that opening, scrolling and
 * filtering cost the same for 20 rows and for 2,000. Heights are measured as rows appear; until then a row counts as `typical` px.
 * The browser's scroll anchoring keeps the visible rows in place when a height differs or a row arrives above them.
 */
export function useRowWindow(keys: readonly string[], typical: number): RowWindow {
  // The heights change outside React, so a memoized result would be outdated.
  'use no memo';
  const list = useRef<HTMLUListElement>(null);
  const [heights] = useState(() => new Map<string, number>());
  const [moved, setMoved] = useState(false);
  const [range, setRange] = useState<Range>(() => ({
    start: 0,
    end: Math.ceil(window.innerHeight / typical),
    focused: undefined,
  }));
  const heightOf = (index: number) => heights.get(keys[index] ?? '') ?? typical;

  const update = useEffectEvent((hasScrolled: boolean) => {
    const element = list.current;
    if (!element) return;
    for (const row of element.querySelectorAll<HTMLElement>(':scope > [data-row]')) {
      const { height } = row.getBoundingClientRect();
      if (height > 0) heights.set(row.dataset.row ?? '', height);
    }
    const view = window.innerHeight;
    const top = -element.getBoundingClientRect().top;
    /** The rows up to `share` of the viewport's height above and below it. */
    const around = (share: number) => rowsBetween(top - view * share, top + view * (1 + share), keys.length, heightOf);
    const has = ({ start, end }: { start: number; end: number }) =>
      start >= range.start && end <= Math.min(range.end, keys.length);
    const isVisible = has(around(0));
    const isEnough = range.end - range.start >= Math.min(MIN_ROWS, keys.length - range.start);
    if (isVisible && isEnough && has(around(0.5))) return;
    const active = document.activeElement;
    const row = active && element.contains(active) ? active.closest<HTMLElement>('[data-row]') : null;
    const { start, end } = around(isVisible ? 1 : 0.25);
    const extend = () => {
      setRange({ start, end: isVisible ? Math.max(end, start + MIN_ROWS) : end, focused: row?.dataset.row });
      if (hasScrolled) setMoved(true);
    };
    // Render missing rows in the viewport at once. If only rows around the viewport are missing, render them in several short tasks.
    if (isVisible) startTransition(extend);
    else extend();
  });

  const onFocus = useEffectEvent((key: string) => {
    const index = keys.indexOf(key);
    setRange((before) => {
      const { start, end } = before;
      const isInside = index >= start && index < end;
      const next = {
        start: isInside ? Math.max(0, Math.min(start, index - TAB_ROWS)) : start,
        end: isInside ? Math.max(end, index + 1 + TAB_ROWS) : end,
        focused: key,
      };
      return next.start === start && next.end === end && before.focused === key ? before : next;
    });
  });

  // Update the range after each commit, because the measured heights may leave a part of the viewport empty.
  useLayoutEffect(() => update(false));
  useEffect(() => {
    let width = window.innerWidth;
    const onScroll = () => update(true);
    const onResize = () => {
      // Another width changes the line breaks of the rows, so all measured heights are outdated.
      if (width !== window.innerWidth) heights.clear();
      width = window.innerWidth;
      update(false);
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
      if (row && row.parentElement === list.current) onFocus(row.dataset.row ?? '');
    };
    window.addEventListener('focusin', onFocusIn);
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', onResize);
    return () => {
      window.removeEventListener('focusin', onFocusIn);
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onResize);
    };
  }, [heights]);

  const start = Math.min(range.start, keys.length);
  const end = Math.min(range.end, keys.length);
  const focused = range.focused === undefined ? -1 : keys.indexOf(range.focused);
  const rendered = Array.from({ length: end - start }, (_, index) => start + index);
  if (focused >= 0 && focused < start) rendered.unshift(focused);
  if (focused >= end) rendered.push(focused);
  const parts: RowPart[] = [];
  let next = 0;
  for (const index of [...rendered, keys.length]) {
    let gap = 0;
    for (; next < index; next++) gap += heightOf(next);
    if (gap > 0) parts.push({ gap });
    if (index < keys.length) parts.push({ index });
    next = index + 1;
  }
  return { list, parts, moved };
}
