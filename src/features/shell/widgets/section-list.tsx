import { Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths';
import { frame } from '@/shared/text/shell';
import { classNames } from '@/ui/class-names';
import { type SectionRule, useSections } from './sections';

interface SectionListProps {
  section: SectionRule;
  onSection: (section: SectionRule) => void;
  free: boolean;
}

/** The sections of the side menu. Free accounts see a separate locked group (specification 2 §2.2). */
export function SectionList({ section, onSection, free }: SectionListProps) {
  const rows = useSections().filter(({ menu }) => menu);
  const item = (row: SectionRule) => {
    const locked = free && row.menu === 'library';
    const current = row.id === section.id;
    return (
      <li key={row.id}>
        <button
          type="button"
          aria-current={current ? 'page' : undefined}
          onClick={() => onSection(row)}
          className={classNames(
            'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-semibold',
            current ? 'bg-sunk text-ink shadow-[inset_3px_0_0_var(--accent)]' : 'text-muted hover:text-ink',
          )}
        >
          <row.Icon size={22} aria-hidden="true" className={locked ? 'opacity-60' : undefined} />
          <span className="grow">{row.title}</span>
          {locked && <Lock size={16} role="img" aria-label={frame.locked} />}
        </button>
      </li>
    );
  };
  const inLibrary = ({ menu }: SectionRule) => menu === 'library';
  return (
    <nav aria-label={frame.sidebar}>
      <ul className="grid gap-1">{(free ? rows.filter((row) => !inLibrary(row)) : rows).map(item)}</ul>
      {free && (
        <>
          <p lang="en" className="mt-5 mb-1 px-3 font-bold text-muted text-xs">
            {frame.library}
          </p>
          <ul className="grid gap-1">{rows.filter(inLibrary).map(item)}</ul>
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
