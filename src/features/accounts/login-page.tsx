import { type ComponentType, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useOnline } from '@/device/use-online';
import { paths } from '@/shared/paths';
import { titles } from '@/shared/text/common';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/text-field';
import { toast } from '@/ui/toast';
import type { AskMailProps } from './ask-mail';
import { AuthFrame, inlineLinkClass } from './auth-frame';
import { LazyBanner } from './lazy-banner';
import { PhoneIntro } from './phone-intro';
import { type AuthProblem, ownWords, problemOf } from './rules/auth-errors';
import { login, loginMessage, validation } from './text/auth';
import { type Faults, onSubmit, useFaults, valuesOf } from './use-faults';

/** The code that sends the sign-in request, loaded while the learner types. */
const requests = () => import('@/device/session/sign-in-requests');
const warm = () =>
  requests().then(
    ({ warmClient }) => warmClient(),
    () => undefined,
  );

const names = ['email', 'password'] as const;

/** The fields that each sign-in error marks. */
const faultsOf: Partial<Record<AuthProblem, Faults>> = {
  invalid_credentials: { password: true, email: true },
  email_not_confirmed: { email: true },
  user_not_found: { email: true },
};

/** Signs in. The guards redirect when they see the new identity. */
export function LoginPage() {
  // Skip the React compiler: this code loads on the first visit and is a third smaller without the compiler's memo caches.
  'use no memo';
  const online = useOnline();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [query] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const { form, message, shakes, fail, clear, of } = useFaults();
  /** The typed address. Prefills the form that requests an e-mail, and this form when the visitor returns. */
  const [typed, setTyped] = useState('');
  const [AskMail, setAskMail] = useState<ComponentType<AskMailProps>>();

  // The forms for a password reset and a sign-in link have their own URLs, so that Back returns to the sign-in form.
  const asked = query.get('mail');
  const what = asked === 'link' || asked === 'reset' ? asked : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once for each change of the URL
  useEffect(() => {
    if (what)
      import('./ask-mail').then(
        (module) => {
          // The visitor may have typed more while the code was loading, so read the address again.
          if (form.current) setTyped(valuesOf(form.current, names).email);
          setAskMail(() => module.AskMail);
        },
        () => fail(loginMessage('network', ownWords(null))),
      );
  }, [what]);

  const submit = async () => {
    const { email, password } = valuesOf(form.current, names);
    if (!email.trim() || !password) {
      fail(validation(login.empty), {
        ...(!email.trim() && { email: login.missing.email }),
        ...(!password && { password: login.missing.password }),
      });
      toast('warning', login.emptyToast, { id: login.emptyToast });
      return;
    }
    clear();
    setBusy(true);
    try {
      await (await requests()).signIn(email, password);
      toast('success', login.success);
    } catch (error) {
      const words = ownWords(error);
      const problem = navigator.onLine ? problemOf(words.own) : 'network';
      fail(loginMessage(problem, words), faultsOf[problem]);
    } finally {
      setBusy(false);
    }
  };

  const ask = (mail: AskMailProps['what']) => () => {
    setTyped(valuesOf(form.current, names).email);
    void navigate(`?mail=${mail}`, { state: { ...(state as object | null), opened: true } });
  };

  if (what && AskMail) return <AskMail key={what} what={what} email={typed} />;
  return (
    <>
      <AuthFrame
        title={login.title}
        lead={online ? titles.landing : login.offline}
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
        <form ref={form} {...onSubmit(submit)} onFocus={warm} noValidate className="grid gap-4">
          <LazyBanner message={message} onClose={clear} />
          <TextField
            {...of('email')}
            label={login.email}
            name="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            defaultValue={typed}
          />
          <TextField
            {...of('password')}
            label={login.password}
            name="password"
            type="password"
            autoComplete="current-password"
            reveal={{ show: login.showPassword, hide: login.hidePassword }}
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
      {/* Wide screens have the site header instead. */}
      <PhoneIntro />
    </>
  );
}
