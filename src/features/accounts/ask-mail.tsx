import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { hasLocalMailbox, requestMail } from '@/device/session/link-requests';
import { paths } from '@/shared/paths';
import { safePath } from '@/shared/safe-path';
import { Banner } from '@/ui/banner';
import { Button, buttonClass } from '@/ui/button';
import { TextField } from '@/ui/text-field';
import { toast } from '@/ui/toast';
import { AuthBanner } from './auth-banner';
import { AuthFrame } from './auth-frame';
import { ownWords, problemOf } from './rules/auth-errors';
import { type AuthMessage, login, validation } from './text/auth';
import { mailProblem, askMail as text } from './text/mail-links';
import { useFaults, valuesOf } from './use-faults';

export interface AskMailProps {
  what: 'link' | 'reset';
  /** The address from the sign-in form. */
  email: string;
}

const fromOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'from' in state ? safePath(state.from) : null;

/** Requests a link by e-mail, to sign in or to set a new password, and then says where to look for the e-mail. Replaces the sign-in form. */
export function AskMail({ what, email: typed }: AskMailProps) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { form, message, shakes, fail, clear, of } = useFaults();
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);

  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    const address = sentTo ?? valuesOf(form.current, ['email']).email.trim();
    if (!address) return fail(validation(login.empty), { email: login.missing.email });
    clear();
    setBusy(true);
    try {
      await requestMail(what, address, fromOf(state));
      if (sentTo) toast('success', text.sentAgain);
      setSentTo(address);
    } catch (error) {
      const words = ownWords(error);
      const problem = navigator.onLine ? problemOf(words.own) : 'network';
      fail(mailProblem(problem, words), problem === 'invalid_email' ? { email: true } : {});
    } finally {
      setBusy(false);
    }
  };
  // If the sign-in form opened this form, the sign-in form is the previous history entry.
  const leave = () => (state?.opened ? navigate(-1) : navigate(paths.login, { replace: true, state }));
  const back = (
    <Button kind="plain" onClick={() => void leave()} className="-ml-4">
      {text.back}
    </Button>
  );

  if (sentTo)
    return (
      <Sent email={sentTo} busy={busy} message={message} onClose={clear} onAgain={() => void send()} foot={back} />
    );
  return (
    <AuthFrame title={text[what].title} lead={text[what].lead} shake={shakes} foot={back}>
      <form ref={form} onSubmit={send} noValidate className="grid gap-4">
        {message && <AuthBanner message={message} onClose={clear} />}
        <TextField
          {...of('email')}
          label={text.email}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          // This form replaces the sign-in form, whose button had the focus, so move the focus here.
          autoFocus
          defaultValue={typed}
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
  const messageRef = useRef<HTMLParagraphElement>(null);
  const [mailbox, setMailbox] = useState(false);
  useEffect(() => {
    messageRef.current?.focus();
    void hasLocalMailbox().then(setMailbox);
  }, []);
  return (
    <AuthFrame title={text.sentTitle} lead="" shake={0} foot={foot}>
      <div className="grid gap-4">
        {message && <AuthBanner message={message} onClose={onClose} />}
        <p ref={messageRef} tabIndex={-1} className="wrap-anywhere outline-none">
          {text.sent(email)} {text.sentElsewhere}
        </p>
        {mailbox && <Banner kind="info">{text.mailbox}</Banner>}
        <Button busy={busy} onClick={onAgain} className={buttonClass('quiet', 'min-h-12')}>
          {text.again}
        </Button>
      </div>
    </AuthFrame>
  );
}
