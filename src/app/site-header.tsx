import { Menu } from 'lucide-react';
import { Suspense } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { useSession } from '@/device/session/session-store';
import { usePlan } from '@/device/session/use-plan';
import { currentDevice } from '@/shared/device';
import type { LocalIdentity } from '@/shared/identity';
import { paths } from '@/shared/paths';
import { afterCheck } from '@/shared/route-guards';
import { siteHeader } from '@/shared/text/common';
import { buttonClass } from '@/ui/button';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { Logo } from '@/ui/printed-object';
import { useHydrated } from '@/ui/use-hydrated';

const UserMenu = lazyWithRetry(() => import('@/features/shell/widgets/user-menu').then((module) => module.UserMenu));

const linkClass = 'inline-flex min-h-11 items-center px-3 font-semibold text-ink no-underline hover:text-accent-ink';

const Links = ({ dashboard }: { dashboard: string | null }) => (
  <>
    <NavLink to={paths.landing} end className={linkClass}>
      {siteHeader.home}
    </NavLink>
    <NavLink to={paths.pricing} className={linkClass}>
      {siteHeader.pricing}
    </NavLink>
    {dashboard && (
      <NavLink to={dashboard} className={linkClass}>
        <span lang="en">{siteHeader.dashboard}</span>
      </NavLink>
    )}
  </>
);

/** Top navigation of the public screens, not shown on phones (specification 1 §2). Narrow or zoomed desktop windows get a menu instead of the links. */
export function SiteHeader() {
  const identity = useSession((session) => session.identity);
  const isHydrated = useHydrated();
  return !isHydrated || currentDevice() === 'desktop' ? <HeaderBar identity={identity} /> : null;
}

export function HeaderBar({ identity }: { identity: LocalIdentity | null }) {
  // This code loads on every visit, and nothing here is worth the React compiler's memo caches.
  'use no memo';
  const plan = usePlan();
  return (
    <header className="mx-auto flex min-h-18 w-full max-w-[1200px] flex-wrap items-center gap-x-2 px-4 md:px-6">
      <Link to={paths.landing} className="mr-auto inline-flex min-h-11 items-center text-ink no-underline">
        <Logo />
      </Link>
      <nav aria-label={siteHeader.label} className="contents">
        <span className="flex items-center gap-1 max-md:hidden">
          <Links dashboard={identity && afterCheck(plan)} />
        </span>
        {identity ? (
          <Suspense fallback={<span className="size-11" />}>
            <UserMenu identity={identity} />
          </Suspense>
        ) : (
          <Link to={paths.login} className={buttonClass('quiet')}>
            {siteHeader.signIn}
          </Link>
        )}
        <button
          type="button"
          popoverTarget="site-menu"
          aria-label={siteHeader.menu}
          className="grid size-11 place-items-center md:hidden"
        >
          <Menu size={24} aria-hidden="true" />
        </button>
        {/* The browser closes this popover on Escape or on a click outside the popover. The React `key` closes it when the path changes. */}
        <div
          key={useLocation().pathname}
          id="site-menu"
          popover="auto"
          className="inset-auto top-16 right-4 m-0 w-56 rounded-card border border-line bg-surface p-2"
        >
          <div className="grid">
            <Links dashboard={identity && paths.check} />
            {!identity && (
              <NavLink to={paths.register} className={linkClass}>
                {siteHeader.register}
              </NavLink>
            )}
          </div>
        </div>
        {!identity && (
          <Link to={paths.register} className={buttonClass('primary', 'max-md:hidden')}>
            {siteHeader.register}
          </Link>
        )}
      </nav>
    </header>
  );
}
