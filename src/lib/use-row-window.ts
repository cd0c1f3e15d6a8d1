import { type RefObject, startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** Smallest number of rendered rows. Two high rows may fill the viewport, but the browser's search in the page should find more rows. */
const MIN_ROWS = 10;
/**
 * Number of rows rendered on each side of the focused row. Without them, Tab would skip the next row or leave the list, because only scrolling
 * renders more rows.
 */
const TAB_ROWS = 3;

/** Rows this far above and below the viewport are rendered, and rows that are further away than `KEPT` are removed (window heights). */
const NEAR = 0.75;
const KEPT = 1.25;
/** Height of the rows that one task adds outside the viewport (px). Rendering all of them together would block a slow phone for 100 ms. */
const STEP_PX = 160;

interface RowRange {
  start: number;
  /** Index after the last row. */
  end: number;
}

interface Range extends RowRange {
  /** Key of the row with the keyboard focus, which stays rendered outside the range so that the focus is not lost. */
  focused: string | undefined;
}

export interface RowWindowOptions {
  /** True if the list scrolls in its parent element; false if it scrolls with the page. */
  inParent?: boolean | undefined;
  /** Keys of the rows that stay rendered outside the range, because the reader has entered something in them. */
  kept?: ReadonlySet<string> | undefined;
}

/** The first visible row, and the place where it is shown. */
interface Anchor {
  row: Element;
  /** Distance from the top of the scrolled content (px), as the reader sees it. */
  top: number;
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

const topOf = (element: Element) => element.getBoundingClientRect().top;

/** Scrolls a box so that the anchor row stays where it was before rows changed above it. At the top of the box, new rows stay in sight instead. */
function holdAnchor(box: Element, { row, top }: Anchor) {
  const moved = topOf(row) - topOf(box) + box.scrollTop - top;
  if (row.isConnected && box.scrollTop > 0 && moved !== 0) box.scrollTop += moved;
}

function findAnchor(box: Element, rows: Iterable<Element>): Anchor | undefined {
  const { top, bottom } = box.getBoundingClientRect();
  for (const row of rows) {
    const rect = row.getBoundingClientRect();
    if (rect.bottom > top && rect.top < bottom) return { row, top: rect.top - top + box.scrollTop };
  }
  return undefined;
}

type HeightOf = (index: number) => number;

/** The rows between two offsets from the start of the list (px). */
function rowsBetween(from: number, to: number, count: number, heightOf: HeightOf): RowRange {
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

/** Adds a few of the wanted rows to the rendered range, below it first, and removes the rows that are not in `kept`. */
function grown(range: RowRange, wanted: RowRange, kept: RowRange, heightOf: HeightOf): RowRange {
  let { start, end } = range;
  let added = 0;
  while (added < STEP_PX && end < wanted.end) added += heightOf(end++);
  while (added < STEP_PX && start > wanted.start) added += heightOf(--start);
  return {
    start: Math.max(start, Math.min(kept.start, wanted.start)),
    end: Math.min(end, Math.max(kept.end, wanted.end)),
  };
}

const noRows: ReadonlySet<string> = new Set();

/**
 * Selects the rows of a long list that are near the viewport of the page, or of the list's parent: only they are in the document, so that opening,
 * scrolling and filtering cost the same for 20 rows and for 2,000. Heights are measured as rows appear; until then a row counts as `typical` px.
 * The visible rows stay in place when a height differs or a row arrives above them: on the page by the browser's scroll anchoring, in a parent by
 * `holdAnchor`. The parent needs `overflow-anchor: none`, because otherwise both would move it.
 */
export function useRowWindow(
  keys: readonly string[],
  typical: number,
  { inParent = false, kept = noRows }: RowWindowOptions = {},
): RowWindow {
  // The heights change outside React, so a memoized result would be outdated.
  'use no memo';
  const list = useRef<HTMLUListElement>(null);
  const anchor = useRef<Anchor>(undefined);
  const [heights] = useState(() => new Map<string, number>());
  const [moved, setMoved] = useState(false);
  const [range, setRange] = useState<Range>(() => ({
    start: 0,
    end: Math.ceil(window.innerHeight / typical),
    focused: undefined,
  }));
  /** True if the next commit may be measured in a later task; set when scrolling has changed the rows. */
  const canWait = useRef(false);
  const heightOf: HeightOf = (index) => heights.get(keys[index] ?? '') ?? typical;

  const update = useEffectEvent((hasScrolled: boolean) => {
    const element = list.current;
    if (!element) return;
    const box = inParent ? element.parentElement : null;
    if (box && anchor.current && !hasScrolled) holdAnchor(box, anchor.current);
    const rows = element.querySelectorAll<HTMLElement>(':scope > [data-row]');
    if (box) anchor.current = findAnchor(box, rows);
    for (const row of rows) {
      const { height } = row.getBoundingClientRect();
      if (height > 0) heights.set(row.dataset.row ?? '', height);
    }
    const screen = window.innerHeight;
    const top = (box ? topOf(box) : 0) - topOf(element);
    const bottom = top + (box?.clientHeight ?? screen);
    /** The rows in the viewport and up to `share` of the window's height above and below it. */
    const around = (share: number) => rowsBetween(top - screen * share, bottom + screen * share, keys.length, heightOf);
    const has = ({ start, end }: RowRange) => start >= range.start && end <= Math.min(range.end, keys.length);
    const wanted = around(NEAR);
    wanted.end = Math.min(Math.max(wanted.end, wanted.start + MIN_ROWS), keys.length);
    if (has(wanted)) return;
    const isVisible = has(around(0));
    const active = document.activeElement;
    const row = active && element.contains(active) ? active.closest<HTMLElement>('[data-row]') : null;
    const focused = row?.dataset.row;
    const show = (next: RowRange) => {
      setRange({ ...next, focused });
      if (hasScrolled) setMoved(true);
    };
    canWait.current = !inParent && (isVisible || hasScrolled);
    // Render missing rows in the viewport at once, and the rows around it a few at a time in tasks of their own, so that no task is long.
    if (isVisible) startTransition(() => show(grown(range, wanted, around(KEPT), heightOf)));
    else show(around(0));
  });

  // Update the range after each commit, because the measured heights may leave a part of the viewport empty. Measuring forces a layout.
  // After a scroll of the page, measure in a later task, because rendering and measuring in one task would block a slow phone for 100 ms.
  useLayoutEffect(() => {
    if (!canWait.current) update(false);
  });
  useEffect(() => {
    if (!canWait.current) return;
    canWait.current = false;
    update(false);
  });
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
      if (!row || row.parentElement !== list.current) return;
      const focused = row.dataset.row;
      setRange((before) => (before.focused === focused ? before : { ...before, focused }));
    };
    const scroller = (inParent && list.current?.parentElement) || window;
    window.addEventListener('focusin', onFocusIn);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', onResize);
    return () => {
      window.removeEventListener('focusin', onFocusIn);
      scroller.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onResize);
    };
  }, [heights, inParent]);

  const start = Math.min(range.start, keys.length);
  const end = Math.min(range.end, keys.length);
  const rendered = new Set(Array.from({ length: end - start }, (_, index) => start + index));
  const focused = keys.indexOf(range.focused ?? '');
  for (let index = focused - TAB_ROWS; focused >= 0 && index <= focused + TAB_ROWS; index++)
    if (index >= 0 && index < keys.length) rendered.add(index);
  for (const key of kept) {
    const index = keys.indexOf(key);
    if (index >= 0) rendered.add(index);
  }
  const parts: RowPart[] = [];
  let next = 0;
  for (const index of [...[...rendered].sort((a, b) => a - b), keys.length]) {
    let gap = 0;
    for (; next < index; next++) gap += heightOf(next);
    if (gap > 0) parts.push({ gap });
    if (index < keys.length) parts.push({ index });
    next = index + 1;
  }
  return { list, parts, moved };
}
