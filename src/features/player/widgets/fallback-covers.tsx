import { CloudOff, RefreshCw, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { signOut } from '@/device/session/requests';
import { useCaptivePortal } from '@/device/use-captive-portal';
import { paths } from '@/shared/paths';
import { Banner } from '@/ui/banner';
import { Button, buttonClass } from '@/ui/button';
import { playerText } from '../text/player';
import type { MediaSource } from './use-media-source';

/** Covers the player when there is no network and the lesson is not on this device. `hint` says which parts of the screen still work. */
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

/** Covers the player when the server rejects the video because it has ended this session. */
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

/** Covers the player when the device has a network but the server does not answer, for example behind a captive portal. */
function UnreachableCover({ hint, retry }: { hint: string; retry: () => void }) {
  const isPortal = useCaptivePortal();
  return (
    <div role="status" className="grid justify-items-center gap-2">
      <CloudOff size={40} aria-hidden="true" className="max-[18rem]:hidden" />
      <h2 className="text-xl">{playerText.unreachableTitle}</h2>
      <p>{isPortal ? playerText.portalText : playerText.unreachableText}</p>
      <p className="text-[#ffffffc0] text-sm max-md:hidden">{hint}</p>
      <Button onClick={retry} className="mt-1">
        <RefreshCw size={18} aria-hidden="true" />
        {playerText.retry}
      </Button>
    </div>
  );
}

/** Returns the cover for a player that has nothing to play, otherwise undefined. `stalled`: playback has reached the end of the loaded part. */
export function sourceCover({ problem, url, retry }: MediaSource, stalled: boolean, offlineHint: string): ReactNode {
  if (problem === 'signed-out') return <SignInCover />;
  if (!problem || (url && !stalled)) return undefined;
  return problem === 'offline' ? (
    <OfflineCover hint={offlineHint} />
  ) : (
    <UnreachableCover hint={offlineHint} retry={retry} />
  );
}

/** Shown over the picture when the video has not loaded for a long time. The player keeps trying. */
export function SlowNotice({ source }: { source: MediaSource }) {
  if (!source.slow) return null;
  return (
    <div
      role="status"
      className="grid justify-items-center gap-2 rounded-card bg-[#000000d9] p-4 text-center text-[#fff]"
    >
      <p className="font-bold">{playerText.slowTitle}</p>
      <p className="text-sm max-md:hidden">{playerText.slowText}</p>
      <Button onClick={source.retry} className="pointer-events-auto">
        <RefreshCw size={18} aria-hidden="true" />
        {playerText.retry}
      </Button>
    </div>
  );
}

interface SampleNoticeProps {
  source: MediaSource;
  /** Title of the banner: the problem in words that fit the screen. */
  title: string;
}

/** Shown under the player while the sample replaces a lesson whose file cannot be played. Offers a retry. */
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
