import { useEffect } from 'react';
import { useNextScreens } from '../routing/next-screens';
import { ArrivalSaid } from '../routing/route-announcer';
import { useBackToast } from '../start/back-toast';
import { watchGoneVersion } from '../start/stale-chunk-reload';
import { AccountEndBanner } from './account-end-banner';
import { ClientTooOldBanner } from './client-too-old-banner';
import { UnsafeAddressBanner } from './insecure-origin-banner';
import { PushBannerHost } from './push-banner-host';
import { useLostNotice } from './storage-evicted-notice';
import { UpdatePrompt } from './update-prompt';

/**
 * Everything that is rendered beside the screens and loads late: the back button of the installed app, the update prompt, push messages, the deletion
 * notice, the storage notice, preloading of the next screens, the reload after a missing chunk, and the screen-reader announcement of each screen.
 */
export function LateParts() {
  useBackToast();
  useNextScreens();
  useLostNotice();
  useEffect(watchGoneVersion, []);
  return (
    <>
      <ArrivalSaid />
      <UpdatePrompt />
      <PushBannerHost />
      <AccountEndBanner />
      <ClientTooOldBanner />
      <UnsafeAddressBanner />
    </>
  );
}
