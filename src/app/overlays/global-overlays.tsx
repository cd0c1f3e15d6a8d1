import { Suspense, useEffect } from 'react';
import { useAccount, useSession } from '@/device/session/session-store';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { SilentErrorBoundary } from '@/ui/silent-error-boundary';
import { NextScreens, whenUsed } from '../routing/next-screens';
import { RouteAnnouncer } from '../routing/route-announcer';
import { useBackToast } from '../start/back-toast';
import { sendWaitingForms } from '../start/visitor-forms';
import { InsecureOriginBanner } from './insecure-origin-banner';
import { InstallCard } from './install-card';
import { NewerStoreDialog } from './newer-store-dialog';
import { NoStorageBanner } from './no-storage-banner';
import { PushBannerHost } from './push-banner-host';
import { UpdatePrompt } from './update-prompt';
import { useLaunch } from './use-launch';
import { useNative } from './use-native';
import { usePressedPath } from './use-pressed-path';

/** Loads in its own chunk, because it contains the sync engine, which visitors do not need. */
const AccountOverlays = lazyWithRetry(() => import('./account-overlays').then((module) => module.AccountOverlays));

/**
 * Everything that is rendered beside the screens and loads late: the back button of the installed app, the update prompt, the install card,
 * preloading of the next screens, the screen-reader announcement of each screen, and the account's overlays.
 */
export function GlobalOverlays() {
  const account = useAccount();
  const lost = useSession((state) => state.lost);
  usePressedPath();
  useLaunch();
  useNative();
  useBackToast();
  useEffect(() => {
    // If an account is signed in, AccountRuntime sends the forms.
    if (!account) void sendWaitingForms();
  }, [account]);
  return (
    <>
      <RouteAnnouncer />
      {!account && <NextScreens when={whenUsed} />}
      <UpdatePrompt />
      <InstallCard />
      <NewerStoreDialog />
      <InsecureOriginBanner />
      <NoStorageBanner />
      <PushBannerHost />
      <SilentErrorBoundary>
        <Suspense>{(account || lost) && <AccountOverlays account={account} />}</Suspense>
      </SilentErrorBoundary>
    </>
  );
}
