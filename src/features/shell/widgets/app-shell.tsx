import { Menu } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { SyncPlaceholder } from '@/features/sync/widgets/sync-placeholder';
import { useSyncState } from '@/features/sync/widgets/use-sync-state';
import { common } from '@/shared/text/common';
import { frame } from '@/shared/text/shell';
import { IconButton } from '@/ui/button';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { Logo } from '@/ui/printed-object';
import { Skeleton } from '@/ui/skeleton';
import { useMedia } from '@/ui/use-media';
import { AppBarEnd } from './app-bar';
import { BottomBar } from './bottom-bar';
import { SectionList } from './section-list';
import type { SectionRule } from './sections';

/** These components load after the first paint, or when they open. */
const SearchBox = lazyWithRetry(() => import('./search/search-box').then((module) => module.SearchBox));
const SidebarDrawer = lazyWithRetry(() => import('./sidebar-drawer').then((module) => module.SidebarDrawer));
const UpsellSection = lazyWithRetry(() => import('./upsell-section').then((module) => module.UpsellSection));

interface ShellProps {
  section: SectionRule;
  /** `replace`: the section replaces the open menu's history entry. */
  onSection: (section: SectionRule, replace: boolean) => void;
  /** For accounts without a subscription: locked sections show an upsell instead of `children`. */
  free?: boolean;
  /** The current section. */
  children: ReactNode;
}

/** The logo of the top bar. Narrow phones hide it while the sync chip needs its place for words. */
const BarLogo = () => (
  <span className={useSyncState().short ? 'max-[420px]:hidden' : undefined}>
    <Logo size={22} name="" />
  </span>
);

/** Frame of the dashboards: section menu (a drawer and a bottom bar on phones), top bar, current section. */
export function AppShell({ section, onSection, free = false, children }: ShellProps) {
  // The children are cheap or memoized themselves, so the React compiler's memo caches would only add code.
  'use no memo';
  const { search: query, state } = useLocation();
  const navigate = useNavigate();
  // The open side menu has an entry in the history, so that Back closes the menu first. A reload keeps the entry but closes the menu, except at
  // the URL of the search shortcut of the installed app, which opens the menu.
  const [wasOpened, setWasOpened] = useState(false);
  const mayOpen = wasOpened || query === '?search';
  const drawer = mayOpen && state?.menu === true;
  const openDrawer = () => {
    setWasOpened(true);
    void navigate(query, { state: { menu: true } });
  };
  const isWide = useMedia('(min-width: 48rem)'); // Tailwind's md
  const choose = (next: SectionRule) => {
    onSection(next, drawer);
    window.scrollTo(0, 0);
  };
  const search = (
    <Suspense fallback={<Skeleton className="h-11" />}>
      <SearchBox free={free} wide replace={drawer} />
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
        <header className="mx-auto flex min-h-16 max-w-[1200px] flex-wrap items-center gap-2 px-4 md:px-8">
          <span className="flex items-center gap-1 md:hidden">
            <IconButton label={frame.openMenu} onClick={openDrawer} className="-ml-2.5">
              <Menu size={24} aria-hidden="true" />
            </IconButton>
            <BarLogo />
          </span>
          <p className="hidden font-bold text-muted md:block">{section.title}</p>
          <AppBarEnd />
        </header>
        <main id="main" tabIndex={-1} data-screen className="mx-auto max-w-[1200px] px-4 md:px-8">
          {free && !section.plans.includes('free') ? (
            <Suspense fallback={<Skeleton className="mt-2 h-80" />}>
              <UpsellSection section={section} />
            </Suspense>
          ) : (
            children
          )}
        </main>
      </div>
      {mayOpen && (
        <Suspense fallback={drawer && <SyncPlaceholder onClose={() => void navigate(-1)} />}>
          <SidebarDrawer open={drawer}>
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
