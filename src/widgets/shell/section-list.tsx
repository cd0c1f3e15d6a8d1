import { Award, BookOpen, CalendarDays, Flame, House, Lock, ShoppingBag, Stamp } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '@/config/paths';
import { classNames } from '@/lib/class-names';
import { frame, type Section, sections } from '@/text/shell';

/** The sections of the dashboard: their picture, and what they are to a free account (specification 2 §2.2, decision 13). */
export const sectionLooks: Record<Section, { Icon: typeof House; menu: boolean; free: 'open' | 'upsell' | 'library' }> =
  {
    home: { Icon: House, menu: true, free: 'open' },
    courses: { Icon: BookOpen, menu: true, free: 'open' },
    achievements: { Icon: Award, menu: true, free: 'upsell' },
    store: { Icon: ShoppingBag, menu: true, free: 'library' },
    certificates: { Icon: Stamp, menu: true, free: 'library' },
    events: { Icon: CalendarDays, menu: true, free: 'library' },
    // Opens from the streak.
    activity: { Icon: Flame, menu: false, free: 'upsell' },
  };

const inMenu = (Object.keys(sectionLooks) as Section[]).filter((key) => sectionLooks[key].menu);

interface SectionListProps {
  section: Section;
  onSection: (section: Section) => void;
  free: boolean;
}

/** The sections in the sidebar; a free account has three of them locked, in a group of their own. */
export function SectionList({ section, onSection, free }: SectionListProps) {
  const item = (key: Section) => {
    const { Icon } = sectionLooks[key];
    const locked = free && sectionLooks[key].free === 'library';
    return (
      <li key={key}>
        <button
          type="button"
          aria-current={key === section ? 'page' : undefined}
          onClick={() => onSection(key)}
          className={classNames(
            'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-semibold',
            key === section ? 'bg-sunk text-ink shadow-[inset_3px_0_0_var(--accent)]' : 'text-muted hover:text-ink',
          )}
        >
          <Icon size={22} aria-hidden="true" className={locked ? 'opacity-60' : undefined} />
          <span className="grow">{sections[key]}</span>
          {locked && <Lock size={16} role="img" aria-label={frame.locked} />}
        </button>
      </li>
    );
  };
  const library = inMenu.filter((key) => sectionLooks[key].free === 'library');
  return (
    <nav aria-label={frame.sidebar}>
      <ul className="grid gap-1">{(free ? inMenu.filter((key) => !library.includes(key)) : inMenu).map(item)}</ul>
      {free && (
        <>
          <p lang="en" className="mt-5 mb-1 px-3 font-bold text-muted text-xs">
            {frame.library}
          </p>
          <ul className="grid gap-1">{library.map(item)}</ul>
          <Link
            to={paths.pricing}
            className="mt-5 flex min-h-11 flex-wrap items-center gap-x-3 rounded-control px-3 font-bold text-ink no-underline hover:bg-sunk"
          >
            <span className="rounded-full bg-accent px-2 py-0.5 font-extrabold text-on-accent text-xs">
              {frame.pro}
            </span>
            {frame.unlock}
          </Link>
        </>
      )}
    </nav>
  );
}
