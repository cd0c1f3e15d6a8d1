import { type AuthMessage, bannerTitles } from '@/text/auth';
import { common } from '@/text/common';
import { Banner } from '@/ui/banner';

/** The dismissible banner of the account forms. */
export function AuthBanner({ message, onClose }: { message: AuthMessage; onClose: () => void }) {
  return (
    <Banner
      kind={message.about === 'network' ? 'network' : message.kind}
      title={message.title || bannerTitles[message.about]}
      closeLabel={common.close}
      onClose={onClose}
    >
      {message.text}
    </Banner>
  );
}
