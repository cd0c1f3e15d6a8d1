import { Link } from 'react-router-dom';
import { offlineText as text } from '@/features/downloads/text';
import { paths } from '@/shared/paths';
import { buttonClass } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { Notice } from '@/ui/notice';

/** Shown when nobody is signed in: downloads belong to an account, and signing in needs the network. */
export const SignedOutHome = ({ online }: { online: boolean }) => (
  <main
    id="main"
    tabIndex={-1}
    data-screen
    className="mx-auto grid max-w-[1200px] grid-cols-1 gap-6 px-4 pt-3 pb-24 md:px-8"
  >
    <header className="flex flex-wrap items-center gap-3">
      <h1 className="text-2xl">{text.title}</h1>
      <Chip tone={online ? 'ok' : 'wait'}>{online ? text.online : text.offline}</Chip>
    </header>
    <Notice
      kind={online ? 'empty' : 'offline'}
      title={text.signedOut}
      action={
        <Link to={paths.login} className={buttonClass('primary')}>
          {text.signIn}
        </Link>
      }
    >
      {online ? text.signedOutText : text.signedOutOffline}
    </Notice>
  </main>
);
