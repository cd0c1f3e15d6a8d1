import type { ReactNode } from 'react';
import { type RowWindowOptions, useRowWindow } from '@/lib/use-row-window';

interface LongListProps<T> extends RowWindowOptions {
  rows: readonly T[];
  /** Typical height of a row (px), until it is measured. */
  typical: number;
  /** Class of a row. Rule: use padding between rows, because a margin or a grid gap is outside the measured height. */
  rowClass: string;
  /** The length of the list that screen readers announce, if it is longer than `rows`; -1 if the length is unknown. */
  setSize?: number | undefined;
  children: (row: T, index: number) => ReactNode;
}

/**
 * A list of any length. Only rows near the viewport are in the document; each row tells screen readers its position and the length of the whole
 * list. Find-in-page and printing cover only the rows in the document, as with a list that loads while scrolling.
 */
export function LongList<T extends { id: string }>({
  rows,
  typical,
  rowClass,
  setSize = rows.length,
  children,
  ...options
}: LongListProps<T>) {
  // Skip the React compiler, which would reuse the output for the same `rows`: scrolling changes the parts that `useRowWindow` returns.
  'use no memo';
  const { list, parts, moved } = useRowWindow(
    rows.map(({ id }) => id),
    typical,
    options,
  );
  return (
    <ul ref={list} className={moved ? '[&_.rise]:animate-none!' : undefined}>
      {parts.map((part, place) => {
        if ('gap' in part)
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no identity
          return <li key={place} aria-hidden="true" className="print:hidden" style={{ height: part.gap }} />;
        const row = rows[part.index];
        return (
          row && (
            <li
              key={row.id}
              data-row={row.id}
              aria-posinset={part.index + 1}
              aria-setsize={setSize}
              className={rowClass}
            >
              {children(row, part.index)}
            </li>
          )
        );
      })}
    </ul>
  );
}
