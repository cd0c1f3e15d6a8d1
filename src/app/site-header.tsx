import { Suspense } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { paths } from '@/config/paths';
import { useSession } from '@/data/session/session-store';
import { usePlan } from '@/data/session/use-plan';
import type { LocalIdentity } from '@/domain/identity';
import { afterCheck } from '@/domain/route-guards';
import { currentDevice } from '@/lib/device';
import { lazyWithRetry } from '@/lib/lazy-with-retry';
import { siteHeader } from '@/text/common';
import { buttonClass } from '@/ui/button';
import { Logo } from '@/ui/printed-object';

const UserMenu = lazyWithRetry(() => import('@/widgets/shell/user-menu').then((module) => module.UserMenu));

const linkClass = 'inline-flex min-h-11 items-center px-3 font-semibold text-ink no-underline hover:text-accent-ink';

/** Top navigation of the public screens, not shown on phones (specification 1 §2). Narrow or zoomed desktop windows get the short version. */
export function SiteHeader() {
  const identity = useSession((session) => session.identity);
  return currentDevice() === 'desktop' ? <HeaderBar identity={identity} /> : null;
}

export function HeaderBar({ identity }: { identity: LocalIdentity | null }) {
  const plan = usePlan();
  return (
    <header className="mx-auto flex min-h-18 w-full max-w-[1200px] flex-wrap items-center gap-x-2 px-4 md:px-6">
      <Link to={paths.landing} className="mr-auto inline-flex min-h-11 items-center text-ink no-underline">
        <Logo />
      </Link>
      <nav aria-label={siteHeader.label} className="flex flex-wrap items-center gap-1">
        <NavLink to={paths.landing} end className={`${linkClass} max-md:hidden`}>
          {siteHeader.home}
        </NavLink>
        <NavLink to={paths.pricing} className={linkClass}>
          {siteHeader.pricing}
        </NavLink>
        {identity && (
          <>
            <NavLink to={afterCheck(plan)} className={`${linkClass} max-md:hidden`}>
              <span lang="en">{siteHeader.dashboard}</span>
            </NavLink>
            <Link to={paths.check} className={`${linkClass} md:hidden`}>
              <span lang="en">{siteHeader.dashboard}</span>
            </Link>
          </>
        )}
      </nav>
      {identity ? (
        <Suspense fallback={<span className="size-11" />}>
          <UserMenu identity={identity} />
        </Suspense>
      ) : (
        <>
          <Link to={paths.login} className={buttonClass('quiet')}>
            {siteHeader.signIn}
          </Link>
          <Link to={paths.register} className={buttonClass('primary', 'max-md:hidden')}>
            {siteHeader.register}
          </Link>
        </>
      )}
    </header>
  );
}
