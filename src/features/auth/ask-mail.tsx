import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { askForMail, mailboxAddress } from '@/data/session/link-requests';
import { ownWords, problemOf } from '@/domain/auth-errors';
import { safePath } from '@/lib/safe-path';
import { type AuthMessage, login, validation } from '@/text/auth';
import { mailProblem, askMail as text } from '@/text/mail-links';
import { Banner } from '@/ui/banner';
import { Button, buttonClass } from '@/ui/button';
import { TextField } from '@/ui/text-field';
import { toast } from '@/ui/toast';
import { AuthBanner } from './auth-banner';
import { AuthFrame } from './auth-frame';

interface AskMailProps {
  what: 'link' | 'reset';
  /** What was typed into the sign-in form. */
  email: string;
  onBack: () => void;
}

const fromOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'from' in state ? safePath(state.from) : null;

/** Asks for a link by mail, to sign in or to set a new password; then says where to look. Takes the place of the sign-in form. */
export function AskMail({ what, email: typed, onBack }: AskMailProps) {
  const { state } = useLocation();
  const [email, setEmail] = useState(typed);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<AuthMessage | null>(null);
  const [shakes, setShakes] = useState(0);
  const [sentTo, setSentTo] = useState<string | null>(null);

  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    const address = email.trim();
    const fail = (problem: AuthMessage) => {
      setMessage(problem);
      setShakes((count) => count + 1);
    };
    if (!address) return fail(validation(login.empty));
    setMessage(null);
    setBusy(true);
    try {
      await askForMail(what, address, fromOf(state));
      if (sentTo) toast('success', text.sentAgain);
      setSentTo(address);
    } catch (error) {
      const words = ownWords(error);
      fail(mailProblem(navigator.onLine ? problemOf(words.own) : 'network', words));
    } finally {
      setBusy(false);
    }
  };
  const back = (
    <Button kind="plain" onClick={onBack} className="-ml-4">
      {text.back}
    </Button>
  );

  if (sentTo)
    return (
      <Sent
        email={sentTo}
        busy={busy}
        message={message}
        onClose={() => setMessage(null)}
        onAgain={() => void send()}
        foot={back}
      />
    );
  return (
    <AuthFrame title={text[what].title} lead={text[what].lead} shake={shakes} foot={back}>
      <form onSubmit={send} noValidate className="grid gap-4">
        {message && <AuthBanner message={message} onClose={() => setMessage(null)} />}
        <TextField
          label={text.email}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          // The form took the place of the one whose button was pressed: the focus goes with it.
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" kind="primary" busy={busy} className="min-h-12 text-base">
          {busy ? text.submitting : text.submit}
        </Button>
      </form>
    </AuthFrame>
  );
}

interface SentProps {
  email: string;
  busy: boolean;
  message: AuthMessage | null;
  onClose: () => void;
  onAgain: () => void;
  foot: React.ReactNode;
}

function Sent({ email, busy, message, onClose, onAgain, foot }: SentProps) {
  const said = useRef<HTMLParagraphElement>(null);
  const [mailbox, setMailbox] = useState<string | null>(null);
  useEffect(() => {
    said.current?.focus();
    void mailboxAddress().then(setMailbox);
  }, []);
  return (
    <AuthFrame title={text.sentTitle} lead="" shake={0} foot={foot}>
      <div className="grid gap-4">
        {message && <AuthBanner message={message} onClose={onClose} />}
        <p ref={said} tabIndex={-1} className="wrap-anywhere outline-none">
          {text.sent(email)} {text.sentElsewhere}
        </p>
        {mailbox && (
          <Banner kind="info">
            {text.mailbox}{' '}
            <a
              href={mailbox}
              className="inline-flex min-h-11 items-center font-bold text-accent-ink underline underline-offset-4"
            >
              {text.mailboxLink}
            </a>
          </Banner>
        )}
        <Button busy={busy} onClick={onAgain} className={buttonClass('quiet', 'min-h-12')}>
          {text.again}
        </Button>
      </div>
    </AuthFrame>
  );
}
