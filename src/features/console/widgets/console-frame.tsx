import { ExternalLink, Menu, WifiOff } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useOnline } from '@/device/use-online';
import { SignOut } from '@/features/accounts/widgets/sign-out';
import { useConsoleQuery } from '@/features/console-kit/queries';
import { checkAccess, useLack, watchLack } from '@/features/console-kit/requests/access';
import { type ConsoleSection, consoleText as text } from '@/features/console-kit/text/console';
import { useKeptFocus } from '@/features/console-kit/widgets/use-kept-focus';
import { UploadHost } from '@/features/uploads/widgets/upload-host';
import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';
import { paths } from '@/shared/paths';
import { common } from '@/shared/text/common';
import { IconButton } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Drawer } from '@/ui/drawer';
import { langOf } from '@/ui/lang-of';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { Logo } from '@/ui/printed-object';
import { useTitle } from '@/ui/use-title';
import { followConsole } from '../requests/console-live';
import { ActivityBell } from './activity-bell';
import { ConsoleMenu, FoldButton } from './console-menu';
import { ConsoleScope } from './console-scope';

const AccessDialog = lazyWithRetry(() => import('./access-dialog').then((module) => module.AccessDialog));

interface ConsoleFrameProps {
  /** The section that is marked as current in the side menu. */
  section: ConsoleSection | undefined;
  /** The heading of the screen. */
  title: string;
  /** Content before the heading, for example a back link. */
  lead?: ReactNode;
  children: ReactNode;
}

const MENU_KEY = `${STORAGE_KEYS.console}:menu`;

const headerLink =
  'inline-flex min-h-11 shrink-0 items-center gap-2 whitespace-nowrap rounded-control px-3 font-bold text-ink text-sm no-underline hover:bg-sunk';

/** Moves the focus to the screen when the section changes, because all sections share one path. */
function useFocusOnSection(section: string | undefined) {
  const main = useRef<HTMLElement>(null);
  const last = useRef(section);
  useEffect(() => {
    if (last.current === section) return;
    last.current = section;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [section]);
  return main;
}

/** The frame of every console screen: side menu (a drawer on phones), header and content. */
export function ConsoleFrame({ section, title, lead, children }: ConsoleFrameProps) {
  const [drawer, setDrawer] = useState(false);
  const [folded, setFolded] = useState(readStored(MENU_KEY) === 'folded');
  const online = useOnline();
  const main = useFocusOnSection(section);
  useKeptFocus(main);
  useTitle(title);
  useEffect(followConsole, []);
  useEffect(watchLack, []);
  useConsoleQuery(['access'], checkAccess, { tables: ['admin_users'] });
  const lack = useLack();
  const fold = (now: boolean) => {
    setFolded(now);
    writeStored(MENU_KEY, now ? 'folded' : null);
  };
  return (
    <ConsoleScope>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-surface focus:p-3"
      >
        {common.skipToContent}
      </a>
      <div
        className={classNames(
          'md:grid',
          folded ? 'md:grid-cols-[68px_minmax(0,1fr)]' : 'md:grid-cols-[240px_minmax(0,1fr)]',
        )}
      >
        <aside className="sticky top-0 z-20 hidden h-dvh flex-col border-line border-r bg-surface p-3 md:flex">
          <Link
            to={paths.adminDashboard}
            className={classNames('mb-3 flex min-h-11 items-center gap-2 text-ink no-underline', !folded && 'px-2')}
          >
            <Logo {...(folded && { name: '' })} />
            <span className={folded ? 'sr-only' : 'mt-1 font-bold text-muted text-xs'}>{text.name}</span>
          </Link>
          <div className={classNames('min-h-0 grow py-0.5', !folded && 'overflow-y-auto')}>
            <ConsoleMenu section={section} folded={folded} />
          </div>
          <FoldButton folded={folded} onFold={fold} />
        </aside>
        <div className="min-w-0">
          <header className="flex min-h-16 items-center gap-x-1 px-4 py-2 md:px-6">
            <IconButton label={text.openMenu} onClick={() => setDrawer(true)} className="-ml-2.5 md:hidden">
              <Menu size={24} aria-hidden="true" />
            </IconButton>
            {lead}
            <h1
              lang={langOf(title)}
              className={classNames(
                'wrap-anywhere min-w-0 grow leading-tight md:text-xl',
                // Beside the back button of a 360 px wide screen, a long word such as „Настройки“ fits only in the smaller font size.
                lead ? 'line-clamp-2 text-sm' : 'line-clamp-3 text-base',
              )}
            >
              {title}
            </h1>
            <ActivityBell />
            <Link
              to={paths.dashboard}
              className={classNames(headerLink, 'max-md:min-w-11 max-md:justify-center max-md:px-0')}
            >
              <ExternalLink size={18} aria-hidden="true" />
              <span className="max-md:sr-only">{text.site}</span>
            </Link>
            <SignOut
              to={paths.adminLogin}
              label={text.signOut}
              className={classNames(
                headerLink,
                'max-md:min-w-11 max-md:justify-center max-md:overflow-hidden max-md:px-0 max-md:text-[0px]',
              )}
            />
          </header>
          {!online && (
            <p
              role="status"
              className="mx-4 mb-3 flex items-center gap-2 rounded-control border border-info bg-surface px-3 py-2 text-sm md:mx-6"
            >
              <WifiOff size={18} aria-hidden="true" className="shrink-0 text-info" />
              {text.offlineBanner}
            </p>
          )}
          <main ref={main} id="main" tabIndex={-1} data-screen className="px-4 pb-24 md:px-6">
            {children}
          </main>
        </div>
      </div>
      <Drawer
        side="left"
        open={drawer}
        onClose={() => setDrawer(false)}
        label={text.menu}
        closeLabel={text.closeMenu}
        head={<Logo />}
      >
        <ConsoleMenu section={section} onChoose={() => setDrawer(false)} />
      </Drawer>
      <UploadHost />
      {lack && (
        <Suspense>
          <AccessDialog lack={lack} />
        </Suspense>
      )}
    </ConsoleScope>
  );
}
