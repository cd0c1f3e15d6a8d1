import { RefreshCw, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '@/config/paths';
import { signOut } from '@/data/session/requests';
import { playerText } from '@/text/player';
import { Banner } from '@/ui/banner';
import { Button, buttonClass } from '@/ui/button';
import type { MediaSource } from './use-media-source';

/** On the player, without a network: the lesson is not on this device. `hint`: what works all the same. */
const OfflineCover = ({ hint }: { hint: string }) => (
  <div role="status" className="grid justify-items-center gap-2">
    <WifiOff size={40} aria-hidden="true" />
    <h2 lang="en" className="text-xl">
      {playerText.offlineTitle}
    </h2>
    <p lang="en">{playerText.offlineText}</p>
    <p className="text-[#ffffffc0] text-sm">{hint}</p>
  </div>
);

/** On the player: the server gives no film to a session that it has ended. */
function SignInCover() {
  const { pathname } = useLocation();
  return (
    <div role="status" className="grid justify-items-center gap-2">
      <h2 className="text-xl">{playerText.signInTitle}</h2>
      <p className="text-[#ffffffc0] text-sm">{playerText.signInHint}</p>
      <Link
        to={paths.login}
        state={{ from: pathname }}
        onClick={() => void signOut()}
        className={buttonClass('primary', 'mt-1')}
      >
        {playerText.signIn}
      </Link>
    </div>
  );
}

/** What covers the player while there is nothing to play; undefined while there is. `stuck`: what was loaded is played out. */
export function coverOf({ unavailable, signedOut, url }: MediaSource, stuck: boolean, offlineHint: string): ReactNode {
  if (signedOut) return <SignInCover />;
  return unavailable && (!url || stuck) ? <OfflineCover hint={offlineHint} /> : undefined;
}

interface SampleNoticeProps {
  source: MediaSource;
  /** What happened, in the words of the screen. */
  title: string;
}

/** Under the player while the sample stands in the place of a lesson whose file cannot be played, with the way back to the lesson. */
export function SampleNotice({ source, title }: SampleNoticeProps) {
  if (source.kind !== 'sample') return null;
  return (
    <div className="px-4 md:px-0">
      <Banner kind="warning" title={title}>
        <p>{playerText.sample}</p>
        <Button onClick={source.retry} className="mt-2">
          <RefreshCw size={18} aria-hidden="true" />
          {playerText.retry}
        </Button>
      </Banner>
    </div>
  );
}
