import { useEffect, useRef } from 'react';
import { type AuthMessage, bannerTitles } from '@/text/auth';
import { common } from '@/text/common';
import { Banner } from '@/ui/banner';

/** Of the one banner of a screen: the fields that it is about name it as their description. */
export const BANNER_ID = 'auth-banner';

/**
 * The dismissible banner of the account forms. What it is about has a colour of its own (specification 1 §8); a warning is a warning.
 * It stands above a form that may be longer than the screen: each new message comes into sight.
 */
export function AuthBanner({ message, onClose }: { message: AuthMessage; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each message, the same one again included
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
