import { Menu } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { classNames } from '@/lib/class-names';
import { latePart } from '@/lib/late-part';
import { useMedia } from '@/lib/use-media';
import { common } from '@/text/common';
import { frame, type Section, sections } from '@/text/shell';
import { IconButton } from '@/ui/button';
import { Logo } from '@/ui/printed-object';
import { Skeleton } from '@/ui/skeleton';
import { AppBarEnd } from './app-bar';
import { NotYet } from './not-yet';
import { BottomBar } from './shell/bottom-bar';
import { SectionList, sectionLooks } from './shell/section-list';
import type { LockedSection } from './shell/upsell-section';

/** These come after the first paint, or when they are opened. */
const SearchBox = latePart(() => import('./shell/search/search-box').then((module) => module.SearchBox));
const SidebarDrawer = latePart(() => import('./shell/sidebar-drawer').then((module) => module.SidebarDrawer));
const UpsellSection = latePart(() => import('./shell/upsell-section').then((module) => module.UpsellSection));

interface ShellProps {
  section: Section;
  onSection: (section: Section) => void;
  /** The variant of accounts without a subscription: locked sections show what the paid plans bring, whatever `children` are. */
  free?: boolean;
  /** The current section. */
  children: ReactNode;
}

const isLocked = (section: Section): section is LockedSection => sectionLooks[section].free !== 'open';

/** The frame of the dashboards: sections at the side, slid in or below on phones; the top bar; one section in the middle. */
export function AppShell({ section, onSection, free = false, children }: ShellProps) {
  const [drawer, setDrawer] = useState<boolean>();
  const isWide = useMedia('(min-width: 48rem)'); // Tailwind's md
  const choose = (next: Section) => {
    if (drawer) setDrawer(false);
    onSection(next);
    window.scrollTo(0, 0);
  };
  const search = (
    <Suspense fallback={<Skeleton className="h-11" />}>
      <SearchBox free={free} onLeave={() => drawer && setDrawer(false)} />
    </Suspense>
  );
  return (
    <div className="md:grid md:grid-cols-[max(240px,min(15rem,25%))_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-surface focus:p-3"
      >
        {common.skipToContent}
      </a>
      {isWide && (
        <aside className="late sticky top-0 z-20 hidden h-dvh flex-col border-line border-r bg-surface p-3.5 md:flex">
          <div className="mt-1 mb-4 flex min-h-11 items-center px-1">
            <Logo />
          </div>
          {search}
          <div className="-mx-1 mt-3 min-h-0 grow overflow-y-auto px-1 py-1">
            <SectionList section={section} onSection={choose} free={free} />
          </div>
        </aside>
      )}
      <div className="pb-24 md:pb-10">
        <header className="group mx-auto flex min-h-16 max-w-[1200px] flex-wrap items-center gap-2 px-4 md:px-8">
          <span className="flex items-center gap-1 md:hidden">
            <IconButton label={frame.openMenu} onClick={() => setDrawer(true)} className="-ml-2.5">
              <Menu size={24} aria-hidden="true" />
            </IconButton>
            <span className={classNames('max-[420px]:group-has-data-loud:hidden')}>
              <Logo size={22} name="" />
            </span>
          </span>
          <p className="hidden font-bold text-muted md:block">{sections[section]}</p>
          <AppBarEnd />
        </header>
        <main id="main" tabIndex={-1} data-screen className="mx-auto max-w-[1200px] px-4 md:px-8">
          {free && isLocked(section) ? (
            <Suspense fallback={<Skeleton className="mt-2 h-80" />}>
              <UpsellSection section={section} />
            </Suspense>
          ) : (
            children
          )}
        </main>
      </div>
      {drawer !== undefined && (
        <Suspense fallback={drawer && <NotYet onClose={() => setDrawer(false)} />}>
          <SidebarDrawer open={drawer} onClose={() => setDrawer(false)}>
            {search}
            <div className="mt-3">
              <SectionList section={section} onSection={choose} free={free} />
            </div>
          </SidebarDrawer>
        </Suspense>
      )}
      <BottomBar section={section} onSection={choose} />
    </div>
  );
}
