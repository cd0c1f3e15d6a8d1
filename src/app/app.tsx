import { Fragment, lazy, Suspense, useEffect, useRef } from 'react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { isPreview, useAccount } from '@/data/session/session-store';
import { whenIdle } from '@/lib/idle';
import { lazyWithRetry } from '@/lib/lazy-with-retry';
import { readStored } from '@/lib/local-storage';
import { useTitle } from '@/lib/use-title';
import { common } from '@/text/common';
import { ToastHost } from '@/ui/toast-host';
import { SilentErrorBoundary } from '@/widgets/silent-error-boundary';
import { ErrorBoundary } from './error-boundary';
import { Guarded } from './routing/guards';
import { trackNavigation } from './routing/navigation-progress';
import { type RouteRule, routes } from './routing/routes';
import { ScreenFallback } from './routing/screen-fallback';
import { SiteHeader } from './site-header';

const InPreparationPage = lazy(() =>
  trackNavigation(
    import('@/features/in-preparation/in-preparation-page').then((module) => ({ default: module.InPreparationPage })),
  ),
);
/** These components load after the first paint. Screens read their data from this device, so they work before these components have loaded. */
const AccountRuntime = lazyWithRetry(() =>
  // Without a record of stored data, this is a first visit: load at once, because the screens have no data before the first sync.
  (readStored(STORAGE_KEYS.stored) || !navigator.onLine ? whenIdle() : Promise.resolve())
    .then(() => import('./start/account-runtime'))
    .then((module) => module.AccountRuntime),
);
const PreviewFrame = lazyWithRetry(() => import('./overlays/preview-frame').then((module) => module.PreviewFrame));
const GlobalOverlays = lazyWithRetry(() =>
  whenIdle()
    .then(() => import('./overlays/global-overlays'))
    .then((module) => module.GlobalOverlays),
);

/** Sets the title of the route. `Screen` renders this component before the screen, so that a title that the screen sets wins. */
function Title({ of }: { of: string }) {
  useTitle(of);
  return null;
}

function Screen({ rule }: { rule: RouteRule }) {
  // This code loads on the first visit; the React compiler's memo caches would cost more than they save.
  'use no memo';
  const Page = rule.screen;
  return (
    <Guarded rule={rule}>
      <Title of={rule.title} />
      {rule.header && <SiteHeader />}
      <Suspense fallback={<ScreenFallback label={common.loading} />}>
        {Page ? <Page /> : <InPreparationPage title={rule.title} />}
      </Suspense>
    </Guarded>
  );
}

/** Moves the focus to the screen when the URL changes, so that keyboard and screen-reader users start at its top. */
function useFocusOnArrival(pathname: string) {
  const place = useRef<HTMLDivElement>(null);
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    window.scrollTo(0, 0);
    place.current?.focus({ preventScroll: true });
  }, [pathname]);
  return place;
}

function Screens() {
  // This code loads on the first visit; the React compiler's memo caches would cost more than they save.
  'use no memo';
  const { pathname } = useLocation();
  const place = useFocusOnArrival(pathname);
  const account = useAccount();
  return (
    <div ref={place} tabIndex={-1} data-screen>
      <ErrorBoundary resetKey={pathname}>
        {/* Rule: another account remounts the components, so that no data of the previous account stays on screen. */}
        <Fragment key={account ?? 'visitor'}>
          <Routes>
            {routes.map((rule) => (
              <Route key={rule.path} path={rule.path} element={<Screen rule={rule} />} />
            ))}
          </Routes>
          <SilentErrorBoundary>
            <Suspense>{isPreview ? <PreviewFrame /> : account && <AccountRuntime account={account} />}</Suspense>
          </SilentErrorBoundary>
        </Fragment>
      </ErrorBoundary>
    </div>
  );
}

export function App() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <Screens />
        <SilentErrorBoundary>
          <Suspense>{!isPreview && <GlobalOverlays />}</Suspense>
        </SilentErrorBoundary>
      </BrowserRouter>
      <SilentErrorBoundary>
        <ToastHost label={common.notifications} />
      </SilentErrorBoundary>
    </ErrorBoundary>
  );
}
