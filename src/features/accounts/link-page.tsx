import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { type LinkKind, type OpenedLink, openLink, signInWithLink } from '@/device/session/link-requests';
import { useSession } from '@/device/session/session-store';
import { paths } from '@/shared/paths';
import { safePath } from '@/shared/safe-path';
import { Banner } from '@/ui/banner';
import { Button, buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { Logo } from '@/ui/printed-object';
import { toast } from '@/ui/toast';
import { AuthBanner } from './auth-banner';
import { AuthFrame, inlineLinkClass } from './auth-frame';
import { NewPassword } from './new-password';
import { ownWords, problemOf } from './rules/auth-errors';
import { type AuthMessage, login, loginMessage } from './text/auth';
import { mailProblem, linkText as text } from './text/mail-links';

const kinds: readonly string[] = ['magiclink', 'recovery', 'signup', 'email_change'] satisfies LinkKind[];

/**
 * The page that an e-mailed link opens. The token is in the fragment, which browsers do not send to servers.
 * Rule: do nothing before a click, because mail programs open links for previews and a link is valid once.
 */
export function LinkPage() {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  /** The token that the service rejected. A newer link opened in this tab does not remount the page, so a boolean would also reject that link. */
  const [dead, setDead] = useState<string | null>(null);
  /** The token that confirmed one of the two addresses of a change. */
  const [half, setHalf] = useState<string | null>(null);
  /** A link that confirmed the address and removed the password, so the learner may set a new one. */
  const [renewing, setRenewing] = useState<{ key: string; link: OpenedLink } | null>(null);
  const params = new URLSearchParams(hash.slice(1));
  const key = params.get('token_hash') ?? '';
  const kind = params.get('type') ?? '';
  const error = params.get('error_code');
  // The route guards on /login choose the next page, as after every sign-in.
  const leave = () =>
    navigate(paths.login, { replace: true, state: { from: safePath(new URLSearchParams(search).get('from')) } });

  if (error === 'user_not_found') return <NoAccount />;
  if (dead === key || error) return <Closed title={text.deadTitle} words={text.dead} />;
  if (half === key && key) return <Closed kind="empty" title={text.halfTitle} words={text.half} />;
  if (!key || !kinds.includes(kind)) return <Closed title={text.brokenTitle} words={text.broken} />;
  const props = { token: key, onDead: () => setDead(key), onDone: leave };
  if (renewing?.key === key) return <NewPassword key={`renew ${key}`} {...props} link={renewing.link} />;
  if (kind === 'recovery') return <NewPassword key={key} {...props} />;
  return (
    <Enter
      key={key}
      {...props}
      kind={kind as EnterProps['kind']} // The cast is safe because of the two checks above.
      onHalf={() => setHalf(key)}
      onEnded={(link) => setRenewing({ key, link })}
    />
  );
}

interface EnterProps {
  token: string;
  kind: Exclude<LinkKind, 'recovery'>;
  onDead: () => void;
  onDone: () => void | Promise<void>;
  /** Called instead of `onDone` if the change of an address waits for the other link. */
  onHalf: () => void;
  /** Called instead of `onDone` if the link removed the account's password. */
  onEnded: (link: OpenedLink) => void;
}

function Enter({ token, kind, onDead, onDone, onHalf, onEnded }: EnterProps) {
  const other = useSession(({ identity }) => identity?.email);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<AuthMessage | null>(null);
  const open = async () => {
    setMessage(null);
    setBusy(true);
    try {
      const link = await openLink(token, kind);
      if (link.ended !== undefined) return onEnded(link);
      await signInWithLink(link);
      toast('success', login.success);
      await onDone();
    } catch (error) {
      const words = ownWords(error);
      if (words.own === 'otp_expired') return onDead();
      if (words.own === 'half_confirmed') return onHalf();
      setMessage(mailProblem(navigator.onLine ? problemOf(words.own) : 'network', words));
      setBusy(false);
    }
  };
  const words =
    kind === 'email_change'
      ? { title: text.changeTitle, lead: text.changeLead, enter: text.change, entering: text.changing }
      : { title: text.enterTitle, lead: text.enterLead, enter: text.enter, entering: text.entering };
  return (
    <AuthFrame title={words.title} lead={words.lead} shake={0} foot={<ToLogin />}>
      <div className="grid gap-4">
        {message && <AuthBanner message={message} onClose={() => setMessage(null)} />}
        {other && !busy && <Banner kind="info">{text.other(other)}</Banner>}
        <Button kind="primary" busy={busy} onClick={open} className="min-h-12 text-base">
          {busy ? words.entering : words.enter}
        </Button>
      </div>
    </AuthFrame>
  );
}

const ToLogin = () => (
  <Link to={paths.login} className={inlineLinkClass}>
    {text.toLogin}
  </Link>
);

/** Shown when the address has no account. Only the owner of the mailbox learns this, because the link is in the e-mail. */
function NoAccount() {
  const { title, text: words } = loginMessage('user_not_found', ownWords(null));
  return (
    <Closed title={title} words={words}>
      <Link to={paths.register} className={buttonClass('primary')}>
        {login.register}
      </Link>
    </Closed>
  );
}

interface ClosedProps {
  kind?: 'error' | 'empty';
  title: string;
  words: string;
  children?: React.ReactNode;
}

function Closed({ kind = 'error', title, words, children }: ClosedProps) {
  return (
    <main className="mx-auto w-full max-w-xl px-4 py-6 md:py-16">
      <div className="phone-logo mb-10">
        <Logo />
      </div>
      <Notice
        kind={kind}
        headingLevel={1}
        title={title}
        action={
          <>
            {children}
            <Link to={paths.login} className={buttonClass(children ? 'quiet' : 'primary')}>
              {text.toLogin}
            </Link>
          </>
        }
      >
        {words}
      </Notice>
    </main>
  );
}
