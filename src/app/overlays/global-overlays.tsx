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
 * What stands beside every screen and is wanted only later: the way out of the installed app, news of a release, messages that are pushed, the end
 * of an account that asked for it, what the browser threw away, the code of the screens that come next or that a newer version replaced, the name
 * of a screen for those who hear it.
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
