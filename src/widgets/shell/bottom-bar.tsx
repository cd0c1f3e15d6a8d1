import { CloudDownload } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '@/config/paths';
import { classNames } from '@/lib/class-names';
import { frame, type Section, sections } from '@/text/shell';
import { sectionLooks } from './section-list';

const itemClass =
  'flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 font-semibold text-[11px] no-underline';

/** Where five words do not fit beside each other, the pictures stand alone. */
const wordClass = 'max-[310px]:sr-only';

/** For thumbs: the sections of every day, and what works without a network. */
export function BottomBar({ section, onSection }: { section: Section; onSection: (section: Section) => void }) {
  const item = (key: Section, text: string) => {
    const { Icon } = sectionLooks[key];
    return (
      <button
        type="button"
        aria-current={key === section ? 'page' : undefined}
        onClick={() => onSection(key)}
        className={classNames(itemClass, key === section ? 'text-accent-ink' : 'text-muted')}
      >
        <Icon size={22} aria-hidden="true" />
        <span className={wordClass}>{text}</span>
      </button>
    );
  };
  return (
    <nav
      data-bottom-bar
      aria-label={frame.bottomBar}
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-5 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {item('home', sections.home)}
      {item('courses', frame.courses)}
      <Link to={paths.offlineDashboard} className={classNames(itemClass, 'text-muted')}>
        <CloudDownload size={22} aria-hidden="true" />
        <span className={wordClass}>{frame.downloaded}</span>
      </Link>
      {item('achievements', sections.achievements)}
      {item('events', sections.events)}
    </nav>
  );
}
