import { onServerReturn } from '@sync';
import { useEffect } from 'react';
import { useAccount } from '@/data/session/session-store';
import { isApple, isStandalone } from '@/lib/device';
import { useNextScreens } from '../routing/next-screens';
import { RouteAnnouncer } from '../routing/route-announcer';
import { useBackToast } from '../start/back-toast';
import { watchGoneVersion } from '../start/stale-chunk-reload';
import { checkForVersion } from '../start/worker-registration';
import { AccountEndBanner } from './account-end-banner';
import { AwardToasts } from './award-toasts';
import { ClientTooOldBanner } from './client-too-old-banner';

import { InsecureOriginBanner } from './insecure-origin-banner';
import { InstallCard } from './install-card';
import { NewerStoreDialog } from './newer-store-dialog';
import { PushBannerHost } from './push-banner-host';
import { PushRuntime, usePressedPath } from './push-runtime';
import { RejectionToasts } from './rejection-toasts';
import { useStorageEvictedNotice } from './storage-evicted-notice';

import { UpdatePrompt } from './update-prompt';
import { useLaunch } from './use-launch';
import { useNative } from './use-native';

/**
 * Everything that is rendered beside the screens and loads late: the back button of the installed app, the update prompt, push messages, the deletion
 * notice, the storage notice, preloading of the next screens, the reload after a missing chunk, and the screen-reader announcement of each screen.
 */
export function GlobalOverlays() {
  const account = useAccount();
  usePressedPath();
  useLaunch();
  useNative();
  useBackToast();
  useNextScreens();
  useStorageEvictedNotice();
  useEffect(watchGoneVersion, []);
  useEffect(() => {
    if (!isApple() || isStandalone()) return;
    import('../start/startup-images')
      .then(({ addStartupImages }) => addStartupImages())
      .catch((error: unknown) => console.warn('iOS will start with a white screen:', error));
  }, []);
  useEffect(() => onServerReturn(checkForVersion), []);
  return (
    <>
      <RouteAnnouncer />
      <UpdatePrompt />
      {account && <RejectionToasts key={`rejections ${account}`} />}
      {account && <AwardToasts key={`awards ${account}`} />}
      <PushBannerHost />
      <InstallCard />
      {account && <PushRuntime key={account} account={account} />}
      <AccountEndBanner />
      <ClientTooOldBanner />
      <NewerStoreDialog />
      <InsecureOriginBanner />
    </>
  );
}
