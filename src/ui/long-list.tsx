import {
  defaultRangeExtractor,
  measureElement,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type FocusEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Shorter lists are rendered as a whole, so that find-in-page and printing cover them. */
const WINDOWED_ROWS = 50;
/** Number of rows rendered above and below the viewport. */
const OVERSCAN = 5;
/** Number of rows rendered on each side of the focused row. Without them, Tab would leave the list, because only scrolling renders more rows. */
const TAB_ROWS = 3;

interface ListProps<T> {
  rows: readonly T[];
  /** Typical height of a row (px), until it is measured. */
  typical: number;
  /** Class of a row. Rule: use padding between rows, because a margin or a grid gap is outside the measured height. */
  rowClass: string;
  /** The length of the list that screen readers announce, if it is longer than `rows`; -1 if the length is unknown. */
  setSize?: number | undefined;
  /** Ids of the rows that stay rendered wherever the reader scrolls, because the reader has entered something in them. */
  kept?: ReadonlySet<string> | undefined;
  children: (row: T, index: number) => ReactNode;
}

interface Row {
  id: string;
}

/** State and row rendering that the list of a page and the list of a scrolling parent share. */
function useWindowedRows<T extends Row>({ rows, typical, kept }: ListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<string>();
  const [moved, setMoved] = useState(false);
  const [offset, setOffset] = useState(0);
  const place = rows.findIndex(({ id }) => id === focused);
  const isNearFocus = (index: number) => place >= 0 && Math.abs(index - place) <= TAB_ROWS;
  const options = {
    enabled: rows.length >= WINDOWED_ROWS,
    count: rows.length,
    estimateSize: () => typical,
    // The rows of a hidden list have no height, and the virtualizer would render them all to fill the viewport.
    measureElement: <S extends Window | HTMLElement>(
      row: HTMLLIElement,
      entry: ResizeObserverEntry | undefined,
      virtualizer: Virtualizer<S, HTMLLIElement>,
    ) => measureElement(row, entry, virtualizer) || typical,
    getItemKey: (index: number) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    // The first render has no measured viewport.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    rangeExtractor: (range: Range) => {
      const near = new Set(defaultRangeExtractor(range));
      return [...rows.keys()].filter(
        (index) => near.has(index) || isNearFocus(index) || kept?.has(rows[index]?.id ?? ''),
      );
    },
    onChange: ({ isScrolling, scrollOffset }: { isScrolling: boolean; scrollOffset: number | null }) => {
      if (isScrolling) setMoved(true);
      setOffset(scrollOffset ?? 0);
    },
  };
  const onFocus = ({ target }: FocusEvent) => setFocused(target.closest<HTMLElement>('[data-row]')?.dataset.row);
  return { list, options, offset, moved, onFocus };
}

interface RowsProps<T> extends ListProps<T> {
  list: RefObject<HTMLUListElement | null>;
  virtualizer: Virtualizer<Window, HTMLLIElement> | Virtualizer<HTMLElement, HTMLLIElement>;
  /** True once the reader has scrolled: rows that return must not play their entrance animation again. */
  moved: boolean;
  onFocus: (event: FocusEvent) => void;
}

function Rows<T extends Row>({ rows, rowClass, setSize = rows.length, children, ...rest }: RowsProps<T>) {
  // Skip the React compiler, which would reuse the output: scrolling changes what the same virtualizer returns.
  'use no memo';
  const { list, virtualizer, moved, onFocus } = rest;
  const { enabled, scrollMargin } = virtualizer.options;
  let end = scrollMargin;
  const shown = enabled
    ? virtualizer.getVirtualItems().map((item) => {
        const gap = item.start - end;
        end = item.end;
        return { index: item.index, gap };
      })
    : rows.map((_, index) => ({ index, gap: undefined }));
  const below = enabled ? scrollMargin + virtualizer.getTotalSize() - end : 0;
  return (
    <ul ref={list} onFocus={onFocus} className={`flow-root ${moved ? '[&_.rise]:animate-none!' : ''}`}>
      {shown.map(({ index, gap }) => {
        const row = rows[index];
        return (
          row && (
            <li
              key={row.id}
              ref={virtualizer.measureElement}
              data-index={index}
              data-row={row.id}
              aria-posinset={index + 1}
              aria-setsize={setSize}
              className={`${rowClass} print:mt-0!`}
              style={{ marginTop: gap }}
            >
              {children(row, index)}
            </li>
          )
        );
      })}
      {below > 0 && <li aria-hidden="true" className="print:hidden" style={{ height: below }} />}
    </ul>
  );
}

/** Scrolls with the page. The browser's scroll anchoring keeps the visible rows in place, also when something above the list changes. */
function PageList<T extends Row>(props: ListProps<T>) {
  'use no memo';
  const { list, options, moved, onFocus } = useWindowedRows(props);
  const [scrollMargin, setScrollMargin] = useState(0);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({ ...options, scrollMargin, scrollToFn: () => undefined });
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(Math.round(top + window.scrollY));
  });
  return <Rows {...props} list={list} virtualizer={virtualizer} moved={moved} onFocus={onFocus} />;
}

/** Scrolls in its parent, which needs `overflow-anchor: none`, because the virtualizer keeps the visible rows in place. */
function BoxList<T extends Row>(props: ListProps<T>) {
  'use no memo';
  const { list, options, offset, moved, onFocus } = useWindowedRows(props);
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    ...options,
    getScrollElement: () => list.current?.parentElement ?? null,
    initialOffset: () => list.current?.parentElement?.scrollTop ?? 0,
    // At the top, new rows stay in sight instead.
    anchorTo: offset > 0 ? 'end' : 'start',
  });
  return <Rows {...props} list={list} virtualizer={virtualizer} moved={moved} onFocus={onFocus} />;
}

/**
 * A list of any length. Of a long list only the rows near the viewport are in the document; each row tells screen readers its position and the
 * length of the whole list. Find-in-page and printing then cover only the rows in the document, as with a list that loads while scrolling.
 */
export function LongList<T extends Row>({ inParent = false, ...props }: ListProps<T> & { inParent?: boolean }) {
  return inParent ? <BoxList {...props} /> : <PageList {...props} />;
}
