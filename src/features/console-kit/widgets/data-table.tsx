import { type ReactNode, useEffect, useRef } from 'react';
import { cardClass } from '@/ui/card';
import { classNames } from '@/ui/class-names';
import { langOf } from '@/ui/lang-of';
import { useMedia } from '@/ui/use-media';
import { consoleText as text } from '../text/console';
import { ActionMenu } from './action-menu';

export interface Column<R> {
  id: string;
  head: string;
  cell: (row: R) => ReactNode;
  /** Aligns numbers and actions to the right. */
  end?: boolean;
  /** Hides the column on narrow desktops. */
  wide?: boolean;
  /** True for text that somebody typed: the text may break inside a word and leaves room for the other columns. */
  typed?: boolean;
  /** On phones, shows the cell to the right of the row's name and without its column heading. */
  corner?: boolean;
}

export interface DataTableProps<R> {
  /** Names the content of the table for screen readers. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  idOf: (row: R) => string;
  /** Id of the row whose dialog is open. */
  selected?: string | undefined;
  /** The buttons of a row. */
  actions?: (row: R) => ReactNode;
  /** For rows with more buttons than a phone has room for: the name of the menu that holds them there. */
  menuOf?: (row: R) => string;
  busy?: boolean;
  /** Content below the rows, for example a pager or a note. */
  foot?: ReactNode;
  /** Content shown if there are no rows. */
  empty?: ReactNode;
}

/** A list of the console: a table on desktops, a card per row on phones. The first column is the row's name. */
export function DataTable<R>(props: DataTableProps<R>) {
  const { label, columns, rows, idOf, selected, actions, menuOf, busy, foot, empty } = props;
  const isPhone = useMedia('(max-width: 47.99rem)'); // below Tailwind's md
  const align = (end: boolean | undefined) => (end ? 'md:text-right' : '');
  const list = useRef<HTMLDivElement>(null);
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      focused.current = target as Element;
    };
    list.current?.addEventListener('focusin', note);
  }, []);
  // The browser drops the focus when the focused row is removed, so the list takes it.
  useEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  });
  return (
    <div
      ref={list}
      tabIndex={-1}
      className={classNames(cardClass, 'outline-none md:overflow-hidden')}
      aria-busy={busy || undefined}
    >
      {rows.length === 0 ? (
        <div className="px-4 py-8 text-center text-muted">{empty ?? text.none}</div>
      ) : (
        <table aria-label={label} className="w-full border-collapse text-sm max-md:block">
          <thead className="max-md:sr-only">
            <tr>
              {columns.map(({ id, head, end, wide }) => (
                <th
                  key={id}
                  scope="col"
                  lang={langOf(head)}
                  className={classNames(
                    'h-9 border-line border-b px-2 text-left font-semibold text-muted text-xs first:pl-4 last:pr-4',
                    align(end),
                    wide && 'max-lg:hidden',
                  )}
                >
                  {head}
                </th>
              ))}
              {actions && (
                <th
                  scope="col"
                  lang={langOf(text.actions)}
                  className="h-9 border-line border-b pr-4 text-right font-semibold text-muted text-xs"
                >
                  <span lang="en">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody className="max-md:block">
            {rows.map((row) => {
              const id = idOf(row);
              const on = id === selected;
              return (
                <tr
                  key={id}
                  aria-selected={on || undefined}
                  className={classNames(
                    'border-line not-last:border-b max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:px-4 max-md:py-3',
                    on && 'bg-sunk shadow-[inset_3px_0_0_var(--accent)]',
                  )}
                >
                  {columns.map(({ id: column, head, cell, end, wide, corner, typed }, index) => (
                    <td
                      key={column}
                      className={classNames(
                        'py-1.5 align-middle md:h-11 md:px-2 md:first:pl-4 md:last:pr-4 max-md:py-0.5',
                        corner
                          ? 'max-md:col-start-2 max-md:row-start-1 max-md:text-right'
                          : index === 0
                            ? 'max-md:col-start-1'
                            : 'max-md:col-span-2 max-md:flex max-md:items-baseline',
                        align(end),
                        // From the tablet width up, dates and words of the interface must not break inside a word. A name or a typed text
                        // may break inside a word, but its column keeps a readable width.
                        index === 0
                          ? 'wrap-anywhere font-bold md:min-w-36 lg:min-w-52'
                          : typed
                            ? 'wrap-anywhere md:min-w-36'
                            : 'wrap-break-word max-md:wrap-anywhere',
                        wide && (corner ? 'max-lg:hidden max-md:block!' : 'max-lg:hidden max-md:flex!'),
                      )}
                    >
                      {index > 0 && !corner && (
                        <span
                          aria-hidden="true"
                          lang={langOf(head)}
                          className="mr-2 shrink-0 text-muted text-xs md:hidden"
                        >
                          {head}
                        </span>
                      )}
                      {cell(row)}
                    </td>
                  ))}
                  {actions && (
                    <td className="md:h-11 md:pr-3 max-md:col-span-2 max-md:-mr-3 max-md:-mb-1.5">
                      <div className="flex flex-wrap justify-end lg:flex-nowrap md:[&>*]:px-2">
                        {menuOf && isPhone ? <ActionMenu label={menuOf(row)}>{actions(row)}</ActionMenu> : actions(row)}
                      </div>
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {foot}
    </div>
  );
}

/** A name, with a detail on a second line. */
export const TwoLines = ({ name, detail }: { name: ReactNode; detail?: ReactNode }) => (
  <span className="block">
    <span className="block font-bold">{name}</span>
    {detail && <span className="block font-medium text-muted text-xs">{detail}</span>}
  </span>
);
