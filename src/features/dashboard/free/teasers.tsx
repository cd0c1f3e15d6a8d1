import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useLatestNews } from '@/features/news/queries';
import { HOME_COUNTS, LOCKED_CALENDAR_CELLS } from '@/shared/app-limits';
import { paths } from '@/shared/paths';
import { activity, locked, newsText } from '@/shared/text/home-blocks';
import { buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';
import { classNames } from '@/ui/class-names';
import { langOf } from '@/ui/lang-of';
import { Medal } from '@/ui/medal';
import { railClass, wideClass } from '../home/home-skeleton';
import { ListStates } from '../home/list-states';
import { NewsCards, NewsSkeleton } from '../home/news-block';

interface TeaserProps {
  title: string;
  text: string;
  action: string;
  /** Blurred content that cannot be read or focused. */
  children: ReactNode;
  className?: string;
}

/** Shows blurred content that the plan does not include, behind an explanation and a link. */
function Teaser({ title, text, action, children, className }: TeaserProps) {
  return (
    <Card className={classNames('relative grid overflow-hidden', className)}>
      <div
        aria-hidden="true"
        inert
        className="pointer-events-none col-start-1 row-start-1 grid min-h-0 select-none p-5 blur-[5px] max-md:absolute max-md:inset-0"
      >
        {children}
      </div>
      <div className="relative col-start-1 row-start-1 grid place-content-center p-5 max-md:min-h-104">
        <div className="grid max-w-80 justify-items-center gap-2 rounded-card border border-line bg-surface p-5 text-center shadow-card">
          <Lock size={26} aria-hidden="true" className="text-accent-ink" />
          <h2 lang={langOf(title)} className="text-lg">
            {title}
          </h2>
          <p className="text-muted">{text}</p>
          <Link to={paths.pricing} className={buttonClass('quiet', 'mt-2')}>
            {action}
          </Link>
        </div>
      </div>
    </Card>
  );
}

export function CoursesUpsell() {
  return (
    <Card className="flex flex-wrap items-center gap-4 p-5">
      <div className="grow basis-64">
        <h2 className="text-lg">{locked.courses.title}</h2>
        <p className="text-muted text-sm">{locked.courses.text}</p>
      </div>
      <Link to={paths.pricing} className={buttonClass('quiet')}>
        {locked.plans}
      </Link>
    </Card>
  );
}

/** Teaser with placeholders for the achievements. */
export function LockedAchievements() {
  return (
    <Teaser {...locked.achievements} className={railClass}>
      <div className="grid content-between gap-5">
        {Array.from({ length: HOME_COUNTS.achievements }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the drawings are identical and keep their order
          <div key={index} className="grid grid-cols-[auto_1fr] items-center gap-4">
            <Medal progress={0} earned size={60} label="" />
            <div className="grid grid-cols-1 gap-2">
              <span className="h-4 w-3/4 rounded-full bg-line" />
              <span className="h-3 w-full rounded-full bg-line" />
            </div>
          </div>
        ))}
      </div>
    </Teaser>
  );
}

/** Teaser with a calendar of 35 empty cells, because there are no real days to show. */
export function LockedActivity() {
  return (
    <Teaser {...locked.activity} className={wideClass}>
      <p className="mb-3 font-extrabold text-xl">{activity.title}</p>
      <div className="grid grid-cols-7 gap-2">
        {Array.from({ length: LOCKED_CALENDAR_CELLS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cells are identical and keep their order
          <span key={index} data-cell className="h-14 rounded-control bg-line" />
        ))}
      </div>
    </Teaser>
  );
}

export function LockedNews() {
  return (
    <Teaser {...locked.news} className={wideClass}>
      <p className="mb-3 font-extrabold text-xl">{newsText.title}</p>
      <ListStates
        rows={useLatestNews(HOME_COUNTS.news)}
        skeleton={<NewsSkeleton />}
        none={<NewsSkeleton />}
        offline={<NewsSkeleton />}
      >
        {(rows) => <NewsCards rows={rows} />}
      </ListStates>
    </Teaser>
  );
}
