import { Suspense, useEffect, useRef } from 'react';
import {
  createBrowserRouter,
  type DataRouter,
  Outlet,
  type RouteObject,
  RouterProvider,
  useLocation,
  useNavigation,
  useRouteError,
} from 'react-router-dom';
import { isPreview, useAccount } from '@/device/session/session-store';
import { whenIdle } from '@/shared/idle';
import { readStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';
import { common } from '@/shared/text/common';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { SilentErrorBoundary } from '@/ui/silent-error-boundary';
import { ToastHost } from '@/ui/toast-host';
import { useHydrated } from '@/ui/use-hydrated';
import { ErrorBoundary } from './error-boundary';
import { guardedRoutes, openedLocation } from './routing/guards';
import { routes } from './routing/routes';
import { ScreenFallback } from './routing/screen-fallback';

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

/** Shows a progress bar while the code of the next screen loads; the previous screen stays visible. */
function useNavigationMark() {
  const isLoading = useNavigation().state === 'loading';
  useEffect(() => {
    document.documentElement.toggleAttribute('data-navigating', isLoading);
  }, [isLoading]);
}

function Root() {
  const { pathname } = useLocation();
  const place = useFocusOnArrival(pathname);
  const account = useAccount();
  const isHydrated = useHydrated();
  useNavigationMark();
  return (
    <>
      <div ref={place} tabIndex={-1} data-screen>
        <ErrorBoundary resetKey={pathname}>
          <Outlet />
          <SilentErrorBoundary>
            <Suspense>
              {isPreview ? <PreviewFrame /> : account && <AccountRuntime key={account} account={account} />}
            </Suspense>
          </SilentErrorBoundary>
        </ErrorBoundary>
      </div>
      <SilentErrorBoundary>
        <Suspense>{isHydrated && !isPreview && <GlobalOverlays />}</Suspense>
      </SilentErrorBoundary>
    </>
  );
}

/** Hands an error of a loader or a screen to the error boundary of the app. */
function RouteError(): never {
  throw useRouteError();
}

/** The router of the app. @param create makes another kind of router, for example one in memory */
export function openRouter(create: (routes: RouteObject[]) => DataRouter = createBrowserRouter): DataRouter {
  let router: DataRouter | undefined;
  router = create([
    {
      element: <Root />,
      hydrateFallbackElement: <ScreenFallback label={common.loading} />,
      children: [{ errorElement: <RouteError />, children: guardedRoutes(routes, () => openedLocation(router)) }],
    },
  ]);
  return router;
}

/**
 * Resolves when the guard has decided about the opened URL and the code of its screen has loaded, or when `signal` aborts. Ends its subscription:
 * only without subscribers does the router keep a change for RouterProvider, which subscribes after its first render.
 */
export async function firstScreen(router: DataRouter, signal?: AbortSignal): Promise<void> {
  if (router.state.initialized) return;
  let unsubscribe: (() => void) | undefined;
  await new Promise<void>((done) => {
    unsubscribe = router.subscribe(({ initialized }) => initialized && done());
    signal?.addEventListener('abort', () => done());
  });
  unsubscribe?.();
}

export function App({ router }: { router: DataRouter }) {
  return (
    <ErrorBoundary>
      <RouterProvider router={router} />
      <SilentErrorBoundary>
        <ToastHost label={common.notifications} />
      </SilentErrorBoundary>
    </ErrorBoundary>
  );
}
