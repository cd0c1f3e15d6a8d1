import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App, firstScreen, openRouter } from '@/app/app';
import { isShown } from '@/app/routing/guards';
import { keepEarlyPress } from '@/app/start/early-input';
import { reportUnhandled, watchErrors } from '@/app/start/error-reports';
import { keepInstallEvent } from '@/app/start/install-event';
import { replaceLastScreen } from '@/app/start/last-screen';
import { removeSplash } from '@/app/start/splash';
import { StartError } from '@/app/start/start-error';
import { currentIdentity, isPreview, restoreIdentity } from '@/device/session/session-store';
import { abortTransactionsOnLeave } from '@/device/suspended-page';
import { whenIdle } from '@/shared/idle';
import { backendConfig } from '@/shared/product';
import '@/app/styles.css';

/** Longest wait for the first screen behind the splash (ms). */
const READY_MS = 1_000;

const container = document.getElementById('root') as HTMLElement; // index.html contains #root
/** The page that the build prerendered into this document, if a visitor opened it as it is. */
const isPrerendered = container.dataset.page === location.pathname && !location.search && !currentIdentity();

function newRoot() {
  container.replaceChildren();
  delete container.dataset.page;
  return createRoot(container);
}

/** A function, because an entry with top-level await cannot share code with the screens, and the build would make dozens of chunks. */
async function start() {
  backendConfig(location.origin);
  if (isPreview) (await import('@/app/start/preview-guard')).rejectWrites();
  const restored = restoreIdentity();
  // Do not wait for the durable store if an identity is stored; otherwise wait for the store before redirecting to /login.
  if (!currentIdentity()) await Promise.race([restored, new Promise((late) => setTimeout(late, READY_MS))]);
  const router = openRouter();
  // Whoever reads a prerendered page can wait; everyone else sees the splash.
  await firstScreen(router, isPrerendered ? undefined : AbortSignal.timeout(READY_MS));
  const app = (
    <StrictMode>
      <App router={router} />
    </StrictMode>
  );
  // The code has come, so the prerendered notice about it is void; a screen that fails later has its own.
  document.getElementById('script-failed')?.remove();
  // A transition renders in slices of a few ms, so that the page still responds to input on a slow processor.
  startTransition(() => {
    if (isPrerendered && !currentIdentity() && isShown(router)) {
      keepEarlyPress();
      hydrateRoot(container, app);
    } else newRoot().render(app);
  });
  // Start the worker after the first paint, because only the next visit needs it.
  whenIdle()
    .then(() => import('@/app/start/service-worker'))
    .then(({ startServiceWorker }) => startServiceWorker())
    .catch((error: unknown) => console.warn('No service worker:', error));
  // Only a page that knows the signed-in account may remove the data of the others.
  restored
    .then(whenIdle)
    .then(() => import('@/app/start/empty-device'))
    .then(({ emptyDevice }) => emptyDevice())
    .catch((error: unknown) => console.warn('The device is emptied at the next start:', error));
}

watchErrors();
// Rule: call this before the first database opens.
abortTransactionsOnLeave();
removeSplash();
replaceLastScreen(container);
keepInstallEvent();
import('@/app/start/scroll-place').then(
  ({ restoreScrollPlace }) => restoreScrollPlace(),
  () => undefined,
);
start().catch((error: unknown) => {
  console.error(error);
  reportUnhandled(error);
  newRoot().render(<StartError error={error} />);
});
