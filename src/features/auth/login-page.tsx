import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '@/config/paths';
import { ownWords, problemOf } from '@/domain/auth-errors';
import { useOnline } from '@/lib/use-online';
import { type AuthMessage, login, loginMessage, validation } from '@/text/auth';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/text-field';
import { toast } from '@/ui/toast';
import { AuthBanner } from './auth-banner';
import { AuthFrame, inlineLinkClass } from './auth-frame';

/** Loaded while the learner types. */
const requests = () => import('@/data/session/sign-in-requests');

/** Signs in. Where it leads afterwards is the guards' affair: they see the new identity. */
export function LoginPage() {
  const online = useOnline();
  const { state } = useLocation();
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<AuthMessage | null>(null);
  const [shakes, setShakes] = useState(0);
  const [fields, setFields] = useState({ email: '', password: '' });
  const [asking, setAsking] = useState<((email: string) => ReactNode) | null>(null);
  useEffect(() => {
    requests().then(
      ({ warmClient }) => warmClient(),
      () => undefined,
    );
  }, []);

  const fail = (problem: AuthMessage) => {
    setMessage(problem);
    setShakes((count) => count + 1);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { email, password } = fields;
    if (!email.trim() || !password) {
      fail(validation(login.empty));
      toast('warning', login.emptyToast);
      return;
    }
    setMessage(null);
    setBusy(true);
    try {
      await (await requests()).signIn(email, password);
      toast('success', login.success);
    } catch (error) {
      const words = ownWords(error);
      fail(loginMessage(navigator.onLine ? problemOf(words.own) : 'network', words));
    } finally {
      setBusy(false);
    }
  };

  const ask = (what: 'link' | 'reset') => () =>
    import('./ask-mail').then(
      ({ AskMail }) =>
        setAsking(() => (email: string) => <AskMail what={what} email={email} onBack={() => setAsking(null)} />),
      () => fail(loginMessage('network', ownWords(null))),
    );

  if (asking) return asking(fields.email);
  return (
    <AuthFrame
      title={login.title}
      lead={online ? login.lead : login.offline}
      shake={shakes}
      foot={
        <>
          {login.noAccount}{' '}
          <Link to={paths.register} state={state} className={inlineLinkClass}>
            {login.register}
          </Link>
        </>
      }
    >
      <form method="dialog" onSubmit={submit} noValidate className="grid gap-4">
        {message && <AuthBanner message={message} onClose={() => setMessage(null)} />}
        <TextField
          label={login.email}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          value={fields.email}
          onChange={(event) => setFields((before) => ({ ...before, email: event.target.value }))}
        />
        <TextField
          label={login.password}
          name="password"
          type="password"
          autoComplete="current-password"
          reveal={{ show: login.showPassword, hide: login.hidePassword }}
          value={fields.password}
          onChange={(event) => setFields((before) => ({ ...before, password: event.target.value }))}
        />
        <Button kind="plain" onClick={ask('reset')} className="-my-2 -mr-4.25 justify-self-end">
          {login.forgotten}
        </Button>
        <Button type="submit" kind="primary" busy={busy} className="min-h-12 text-base">
          {busy ? login.submitting : login.submit}
        </Button>
        <Button onClick={ask('link')} className="min-h-12">
          {login.byLink}
        </Button>
      </form>
    </AuthFrame>
  );
}
