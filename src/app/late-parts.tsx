import { AccountEndBanner } from './account-end-banner';
import { useBackToast } from './back-toast';
import { PushBannerHost } from './push-banner-host';
import { UpdatePrompt } from './update-prompt';

/** What stands beside every screen and is wanted only later: the way out of the installed app, news of a release, messages that are pushed, the
 * end of an account that asked for it. */
export function LateParts() {
  useBackToast();
  return (
    <>
      <UpdatePrompt />
      <PushBannerHost />
      <AccountEndBanner />
    </>
  );
}
