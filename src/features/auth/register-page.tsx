import { type FormEvent, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { paths } from '@/config/paths';
import { signUp, warmClient } from '@/data/session/sign-in-requests';
import { problemOf } from '@/domain/auth-errors';
import { isGoodPassword } from '@/domain/password';
import { classNames } from '@/lib/class-names';
import { useOnline } from '@/lib/use-online';
import { type AuthMessage, login, validation } from '@/text/auth';
import { register, registerMessage } from '@/text/register';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/text-field';
import { toast } from '@/ui/toast';
import { PasswordChecklist } from '@/widgets/password-checklist';
import { AuthBanner } from './auth-banner';
import { AuthFrame, inlineLinkClass } from './auth-frame';
import { BotCheck } from './bot-check';

type Fields = { fullName: string; email: string; password: string; confirm: string };

/** What the form itself finds wrong, or null. */
function wrongWith({ fullName, email, password, confirm }: Fields, token: string | null): AuthMessage | null {
  if (!fullName.trim() || !email.trim() || !password || !confirm) return validation(register.empty);
  if (!token) return validation(register.botMissing);
  if (password !== confirm) return validation(register.mismatch);
  return isGoodPassword(password) ? null : validation(register.weak);
}

export function RegisterPage() {
  const online = useOnline();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [fields, setFields] = useState<Fields>({ fullName: '', email: '', password: '', confirm: '' });
  const [checklist, setChecklist] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<AuthMessage | null>(null);
  useEffect(() => {
    void warmClient();
  }, []);
  const set = (field: keyof Fields) => (event: { target: { value: string } }) =>
    setFields({ ...fields, [field]: event.target.value });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = wrongWith(fields, token);
    setMessage(problem);
    if (problem?.text === register.weak) setChecklist(true);
    if (problem || !token) return;
    setBusy(true);
    try {
      const signedIn = await signUp({
        full_name: fields.fullName,
        email: fields.email,
        password: fields.password,
        botToken: token,
      });
      toast('success', register.success, signedIn ? {} : { description: register.confirmEmail, duration: 10_000 });
      if (!signedIn) await navigate(paths.login);
    } catch (error) {
      const found = navigator.onLine ? problemOf(error instanceof Error ? error.message : '') : 'network';
      setMessage(registerMessage(found));
      if (found === 'weak_password') setChecklist(true);
      setRound((count) => count + 1);
    } finally {
      setBusy(false);
    }
  };

  const same = fields.password === fields.confirm;
  return (
    <AuthFrame
      title={register.title}
      lead={online ? register.lead : register.offline}
      shake={0}
      foot={
        <>
          {register.haveAccount}{' '}
          <Link to={paths.login} state={state} className={inlineLinkClass}>
            {register.login}
          </Link>
        </>
      }
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        {message && <AuthBanner message={message} onClose={() => setMessage(null)} />}
        <TextField
          label={register.fullName}
          name="full_name"
          autoComplete="name"
          value={fields.fullName}
          onChange={set('fullName')}
        />
        <TextField
          label={register.email}
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          value={fields.email}
          onChange={set('email')}
        />
        <TextField
          label={register.password}
          name="password"
          type="password"
          autoComplete="new-password"
          reveal={{ show: login.showPassword, hide: login.hidePassword }}
          value={fields.password}
          onFocus={() => setChecklist(true)}
          onChange={(event) => {
            setChecklist(true);
            set('password')(event);
          }}
        />
        {checklist && <PasswordChecklist password={fields.password} />}
        <TextField
          label={register.confirm}
          name="confirm"
          type="password"
          autoComplete="new-password"
          reveal={{ show: login.showPassword, hide: login.hidePassword }}
          value={fields.confirm}
          onChange={set('confirm')}
          hint={
            fields.confirm && (
              <span className={classNames('font-bold', same ? 'text-ok' : 'text-danger')}>
                {same ? register.match : register.mismatch}
              </span>
            )
          }
        />
        <BotCheck onToken={setToken} round={round} />
        <Button type="submit" kind="primary" busy={busy} disabled={!token} className="min-h-12 text-base">
          {busy ? register.submitting : register.submit}
        </Button>
      </form>
    </AuthFrame>
  );
}
