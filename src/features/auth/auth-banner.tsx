import { type AuthMessage, bannerTitles } from '@/text/auth';
import { common } from '@/text/common';
import { Banner } from '@/ui/banner';

/** The dismissible banner of the account forms. What it is about has a colour of its own (specification 1 §8); a warning is a warning. */
export function AuthBanner({ message, onClose }: { message: AuthMessage; onClose: () => void }) {
  return (
    <Banner
      kind={message.about === 'auth' ? message.kind : message.about}
      title={message.title || bannerTitles[message.about]}
      closeLabel={common.close}
      onClose={onClose}
    >
      {message.text}
    </Banner>
  );
}
