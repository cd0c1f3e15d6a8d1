import { onServerReturn } from '@sync';
import { useEffect } from 'react';
import { useAccount } from '@/data/session/session-store';
import { useNextScreens } from '../routing/next-screens';
import { RouteAnnouncer } from '../routing/route-announcer';
import { useBackToast } from '../start/back-toast';
import { watchGoneVersion } from '../start/stale-chunk-reload';
import { checkForVersion } from '../start/worker-registration';
import { AccountEndBanner } from './account-end-banner';
import { ClientTooOldBanner } from './client-too-old-banner';

import { InsecureOriginBanner } from './insecure-origin-banner';
import { InstallCard } from './install-card';
import { PushBannerHost } from './push-banner-host';
import { PushRuntime, usePressedPath } from './push-runtime';
import { RejectionToasts } from './rejection-toasts';
import { useStorageEvictedNotice } from './storage-evicted-notice';

import { UpdatePrompt } from './update-prompt';
import { useLaunch } from './use-launch';

/**
 * Everything that is rendered beside the screens and loads late: the back button of the installed app, the update prompt, push messages, the deletion
 * notice, the storage notice, preloading of the next screens, the reload after a missing chunk, and the screen-reader announcement of each screen.
 */
export function GlobalOverlays() {
  const account = useAccount();
  usePressedPath();
  useLaunch();
  useBackToast();
  useNextScreens();
  useStorageEvictedNotice();
  useEffect(watchGoneVersion, []);
  useEffect(() => onServerReturn(checkForVersion), []);
  return (
    <>
      <RouteAnnouncer />
      <UpdatePrompt />
      {account && <RejectionToasts key={`rejections ${account}`} />}
      <PushBannerHost />
      <InstallCard />
      {account && <PushRuntime key={account} account={account} />}
      <AccountEndBanner />
      <ClientTooOldBanner />
      <InsecureOriginBanner />
    </>
  );
}
