import { useEffect, useRef } from 'react';
import { common } from '@/shared/text/common';
import { Banner } from '@/ui/banner';
import { BANNER_ID } from './banner-id';
import type { AuthMessage } from './text/auth';
import { bannerTitles } from './text/auth-banner';

/**
 * The dismissible banner of the account forms, coloured by topic (specification 1 §8).
 * The form may be longer than the screen, so each new message scrolls into view.
 */
export function AuthBanner({ message, onClose }: { message: AuthMessage; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each message, also for a repeated one
  useEffect(() => {
    place.current?.scrollIntoView?.({ block: 'nearest' });
  }, [message]);
  return (
    <div ref={place} id={BANNER_ID} className="scroll-mt-24">
      <Banner
        kind={message.about === 'auth' ? message.kind : message.about}
        title={message.title || bannerTitles[message.about]}
        closeLabel={common.close}
        onClose={onClose}
      >
        {message.text}
      </Banner>
    </div>
  );
}
