import { Link } from 'react-router-dom';
import { sectionSearch } from '@/shared/paths';
import type { Section } from '@/shared/text/shell';
import { home } from '../text';

interface BlockHeadingProps {
  title: string;
  /** The section that shows the full list, and the label of the link to it. */
  all?: { section: Section; label: string };
  level?: 'h2' | 'h3';
}

export function BlockHeading({ title, all, level: Heading = 'h2' }: BlockHeadingProps) {
  return (
    <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
      <Heading className={Heading === 'h2' ? 'text-xl' : 'text-lg'}>{title}</Heading>
      {all && (
        <Link
          to={sectionSearch(all.section)}
          aria-label={all.label}
          className="inline-flex min-h-11 shrink-0 items-center rounded-control px-2 font-bold text-accent-ink text-sm no-underline hover:underline"
        >
          {home.all}
        </Link>
      )}
    </div>
  );
}
