import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { type BotToken, signUp, warmClient } from '@/device/session/sign-in-requests';
import { useUnsavedText } from '@/device/unsaved-text';
import { useOnline } from '@/device/use-online';
import { isEmailLike } from '@/features/contact/rules';
import { isGoodPassword } from '@/shared/password-rules';
import { paths } from '@/shared/paths';
import { REGISTRATION_CONSENTS } from '@/shared/product';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/text-field';
import { toast } from '@/ui/toast';
import { AuthFrame, inlineLinkClass } from './auth-frame';
import { BotCheck } from './bot-check';
import { LazyBanner } from './lazy-banner';
import { RegistrationConsent } from './registration-consent';
import { type AuthProblem, problemOf } from './rules/auth-errors';
import { login, validation } from './text/auth';
import { register, registerMessage } from './text/register';
import { type Faults, onSubmit, useFaults, valuesOf } from './use-faults';
import { PasswordChecklist, PasswordMatch } from './widgets/password-checklist';

const names = ['full_name', 'email', 'password', 'confirm'] as const;
type Fields = Record<(typeof names)[number], string>;

/** Returns the first error, or null if the form is valid. Checks the e-mail first, so that nobody solves the bot check for an invalid address. */
function wrongWith(fields: Fields, token: BotToken | null, accepted: boolean): [words: string, Faults] | null {
  const { email, password, confirm } = fields;
  const empty = names.filter((name) => !fields[name].trim());
  if (empty.length) return [register.empty, Object.fromEntries(empty.map((name) => [name, register.missing[name]]))];
  if (!isEmailLike(email)) return [invalidEmail, { email: true }];
  if (token === null) return [register.botMissing, { bot: true }];
  if (password !== confirm) return [register.mismatch, { confirm: true }];
  if (!isGoodPassword(password)) return [register.weak, { password: true }];
  return accepted ? null : [register.notAccepted, { accepted: true }];
}

const invalidEmail = registerMessage('invalid_email').text;
const isWrong = (email: string) => email.trim() !== '' && !isEmailLike(email);

/** The fields that each registration error marks. */
const faultsOf: Partial<Record<AuthProblem, Faults>> = {
  already_registered: { email: true },
  invalid_email: { email: true },
  weak_password: { password: true },
  common_password: { password: true },
  long_password: { password: true },
  bot_check: { bot: true },
};

export function RegisterPage() {
  const online = useOnline();
  const { state } = useLocation();
  const navigate = useNavigate();
  const { form, message, shakes, fail, clear, of } = useFaults();
  /** The passwords as shown in the checklist and the hint. The values to send are read from the form element. */
  const [shown, setShown] = useState({ password: '', confirm: '' });
  const [checklist, setChecklist] = useState(false);
  const [token, setToken] = useState<BotToken | null>(null);
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState(false);
  const [touched, setTouched] = useState(false);
  /** True after the e-mail field was left with an invalid address. */
  const [badEmail, setBadEmail] = useState(false);
  useUnsavedText(touched && !busy);
  useEffect(() => {
    void warmClient();
  }, []);
  const follow =
    (field: keyof typeof shown) =>
    ({ target: { value } }: { target: { value: string } }) =>
      setShown((now) => ({ ...now, [field]: value }));

  const submit = async () => {
    // From here on the banner says it.
    setBadEmail(false);
    const fields = valuesOf(form.current, names);
    const wrong = wrongWith(fields, token, new FormData(form.current ?? undefined).has('accepted'));
    if (wrong?.[0] === register.weak) setChecklist(true);
    if (wrong) return fail(validation(wrong[0]), wrong[1]);
    if (token === null) return;
    clear();
    setBusy(true);
    try {
      const signedIn = await signUp({
        full_name: fields.full_name,
        email: fields.email,
        password: fields.password,
        bot: token,
        consents: REGISTRATION_CONSENTS,
      });
      toast('success', register.success, signedIn ? {} : { description: register.confirmEmail, duration: 10_000 });
      if (!signedIn) await navigate(paths.login);
    } catch (error) {
      const found = navigator.onLine ? problemOf(error instanceof Error ? error.message : '') : 'network';
      fail(registerMessage(found), faultsOf[found]);
      if (found === 'weak_password') setChecklist(true);
      setRound((count) => count + 1);
    } finally {
      setBusy(false);
    }
  };

  const same = shown.password === shown.confirm;
  const password = (name: keyof typeof shown) => ({
    ...of(name),
    label: register[name],
    name,
    type: 'password',
    autoComplete: 'new-password',
    reveal: { show: login.showPassword, hide: login.hidePassword },
  });
  return (
    <AuthFrame
      title={register.title}
      lead={online ? register.lead : register.offline}
      shake={shakes}
      foot={
        <>
          {register.haveAccount}{' '}
          <Link to={paths.login} state={state} className={inlineLinkClass}>
            {register.login}
          </Link>
        </>
      }
    >
      <form ref={form} {...onSubmit(submit)} onInput={() => setTouched(true)} noValidate className="grid gap-4">
        <LazyBanner message={message} onClose={clear} />
        <TextField {...of('full_name')} label={register.fullName} name="full_name" autoComplete="name" />
        <TextField
          {...of('email')}
          {...(badEmail && { error: invalidEmail })}
          label={register.email}
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          onBlur={({ target: { value } }) => setBadEmail(isWrong(value))}
          onChange={({ target: { value } }) => setBadEmail((before) => before && isWrong(value))}
        />
        <TextField
          {...password('password')}
          onFocus={() => setChecklist(true)}
          onChange={(event) => {
            setChecklist(true);
            follow('password')(event);
          }}
        />
        {checklist && <PasswordChecklist password={shown.password} />}
        <TextField
          {...password('confirm')}
          onChange={follow('confirm')}
          hint={shown.confirm && <PasswordMatch same={same} />}
        />
        <RegistrationConsent faultId={of('accepted').faultId} />
        <BotCheck onToken={setToken} round={round} faultId={of('bot').faultId} />
        {/* The button is enabled before the bot check has passed, so that a click explains what is missing. */}
        <Button
          type="submit"
          kind="primary"
          busy={busy}
          aria-disabled={token === null || undefined}
          className="min-h-12 text-base"
        >
          {busy ? register.submitting : register.submit}
        </Button>
      </form>
    </AuthFrame>
  );
}
