import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { formatNumber } from '@/shared/format/format';
import { IconButton } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { consoleText as text } from '../text/console';
import { useConsoleAddress } from './use-console-address';

interface PagerProps {
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
}

/** Page numbers to show: the first, the last and those around the current one. 0 marks a gap. */
export function namedPages(page: number, pages: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  const sorted = [...new Set(wanted)].sort((a, b) => a - b);
  return sorted.flatMap((one, index) => {
    const before = sorted[index - 1];
    return before !== undefined && one - before > 1 ? [0, one] : [one];
  });
}

/** Footer of a table: the range of rows and links to the other pages. A live region announces a change of page. */
export function Pager({ page, size, total, onPage }: PagerProps) {
  const { set } = useConsoleAddress();
  const pages = Math.max(1, Math.ceil(total / size));
  // True if the URL names a page that no longer exists, for example because its last row was deleted. Opens the last page instead.
  const isBeyond = total > 0 && page > pages;
  useEffect(() => {
    if (isBeyond) set({ page: pages });
  });
  if (total === 0) return null;
  const current = Math.min(page, pages);
  const first = (current - 1) * size + 1;
  return (
    <div className="flex flex-wrap items-center gap-x-2 border-line border-t px-4 py-1.5 text-sm">
      <p role="status" className="num text-muted">
        {text.range(formatNumber(first), formatNumber(Math.min(total, current * size)), formatNumber(total))}
        <span className="sr-only">. {text.page(formatNumber(current), formatNumber(pages))}</span>
      </p>
      {pages > 1 && (
        <nav aria-label={text.pages} className="flex items-center">
          {/* A disabled button would lose the focus on the first or the last page. */}
          <IconButton
            label={text.previousPage}
            aria-disabled={current === 1 || undefined}
            onClick={() => current > 1 && onPage(current - 1)}
          >
            <ChevronLeft size={18} aria-hidden="true" />
          </IconButton>
          {namedPages(current, pages).map((one, index) =>
            one === 0 ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified only by its position
              <span key={`gap-${index}`} aria-hidden="true" className="px-1 text-muted">
                …
              </span>
            ) : (
              <button
                key={one}
                type="button"
                aria-label={text.page(formatNumber(one), formatNumber(pages))}
                aria-current={one === current ? 'page' : undefined}
                onClick={() => onPage(one)}
                className={classNames(
                  'num grid min-h-11 min-w-9 place-items-center rounded-control px-1 font-bold',
                  one === current
                    ? 'bg-sunk text-ink shadow-[inset_0_-3px_0_var(--accent)]'
                    : 'text-muted hover:text-ink',
                )}
              >
                {formatNumber(one)}
              </button>
            ),
          )}
          <IconButton
            label={text.nextPage}
            aria-disabled={current === pages || undefined}
            onClick={() => current < pages && onPage(current + 1)}
          >
            <ChevronRight size={18} aria-hidden="true" />
          </IconButton>
        </nav>
      )}
    </div>
  );
}
