import { useEffect } from 'react';
import { AccountEndBanner } from './account-end-banner';
import { ArrivalSaid } from './arrival-said';
import { useBackToast } from './back-toast';
import { watchGoneVersion } from './gone-version';
import { useLostNotice } from './lost-notice';
import { useNextScreens } from './next-screens';
import { PushBannerHost } from './push-banner-host';
import { UnsafeAddressBanner } from './unsafe-address-banner';
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
      <UnsafeAddressBanner />
    </>
  );
}
