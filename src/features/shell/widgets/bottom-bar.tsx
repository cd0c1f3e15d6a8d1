import { CloudDownload } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths';
import { frame } from '@/shared/text/shell';
import { classNames } from '@/ui/class-names';
import { type SectionRule, useSections } from './sections';

const itemClass =
  'flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 font-semibold text-[11px] no-underline';

/** Hides the labels where five of them do not fit. */
const wordClass = 'max-[310px]:sr-only';

interface BottomBarProps {
  section: SectionRule;
  onSection: (section: SectionRule) => void;
}

/** Bottom bar for phones: the most used sections, with offline content in the middle. */
export function BottomBar({ section, onSection }: BottomBarProps) {
  // This code loads on the first visit; the React compiler's memo caches would cost more than they save.
  'use no memo';
  // Cards at the bottom of the screen move above the bar. A `:has` selector would restyle the whole page at each change of the document.
  useLayoutEffect(() => {
    document.body.toggleAttribute('data-bottom-bar', true);
    return () => document.body.removeAttribute('data-bottom-bar');
  }, []);
  const rows = useSections().filter(({ bar }) => bar);
  const items = rows.map((row) => (
    <button
      key={row.id}
      type="button"
      aria-current={row.id === section.id ? 'page' : undefined}
      onClick={() => onSection(row)}
      className={classNames(itemClass, row.id === section.id ? 'text-accent-ink' : 'text-muted')}
    >
      <row.Icon size={22} aria-hidden="true" />
      <span className={wordClass}>{row.bar}</span>
    </button>
  ));
  return (
    <nav
      aria-label={frame.bottomBar}
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-5 max-[350px]:grid-cols-[repeat(5,auto)] border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {items.slice(0, items.length / 2)}
      <Link to={paths.offlineDashboard} className={classNames(itemClass, 'text-muted')}>
        <CloudDownload size={22} aria-hidden="true" />
        <span className={wordClass}>{frame.downloaded}</span>
      </Link>
      {items.slice(items.length / 2)}
    </nav>
  );
}
