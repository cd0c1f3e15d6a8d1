import { type FormEvent, useRef, useState } from 'react';
import { type OpenedLink, openLink, setPassword, signInWithLink } from '@/device/session/link-requests';
import { PROOF_TOAST_MS } from '@/shared/app-limits';
import { isGoodPassword } from '@/shared/password-rules';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/text-field';
import { toast } from '@/ui/toast';
import { AuthBanner } from './auth-banner';
import { AuthFrame } from './auth-frame';
import { ownWords, problemOf } from './rules/auth-errors';
import { addressText } from './text/address';
import { login, validation } from './text/auth';
import { mailProblem, linkText as text } from './text/mail-links';
import { register } from './text/register';
import { useFaults, valuesOf } from './use-faults';
import { PasswordChecklist, PasswordMatch } from './widgets/password-checklist';

interface NewPasswordProps {
  token: string;
  onDead: () => void;
  onDone: () => void | Promise<void>;
  /** A link that is already open and removed the password; a new password is then optional. */
  link?: OpenedLink;
}

/** Sets a new password with an e-mailed link. Redeems the link when a valid password is sent; a second attempt needs no new link. */
export function NewPassword({ token, onDead, onDone, link }: NewPasswordProps) {
  const [fields, setFields] = useState({ password: '', confirm: '' });
  const [busy, setBusy] = useState(false);
  const { form, message, shakes, fail, clear, of } = useFaults();
  const opened = useRef<OpenedLink>(link);
  const { password, confirm } = fields;

  const reject = (error: unknown) => {
    const words = ownWords(error);
    // The session of a link may set a password for some minutes only.
    const problem = navigator.onLine ? problemOf(words.own) : 'network';
    if (words.own === 'otp_expired' || problem === 'reauthentication') return onDead();
    const rejected = words.status >= 400 && words.status < 500;
    fail(mailProblem(problem, words), rejected ? { password: true } : {});
    setBusy(false);
  };
  const enterWithout = async (link: OpenedLink) => {
    clear();
    setBusy(true);
    try {
      await signInWithLink(link);
      await onDone();
    } catch (error) {
      reject(error);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { password, confirm } = valuesOf(form.current, ['password', 'confirm']);
    if (!password || !confirm)
      return fail(validation(register.empty), {
        ...(!password && { password: register.missing.password }),
        ...(!confirm && { confirm: register.missing.confirm }),
      });
    if (password !== confirm) return fail(validation(register.mismatch), { confirm: true });
    if (!isGoodPassword(password)) return fail(validation(register.weak), { password: true });
    clear();
    setBusy(true);
    try {
      opened.current ??= await openLink(token, 'recovery');
      await setPassword(opened.current, password);
      await signInWithLink(opened.current);
      const { ended } = opened.current;
      if (ended === undefined || link) toast('success', text.saved, { description: text.savedText });
      else
        toast('warning', addressText.renewedTitle, {
          description: addressText.renewed(ended),
          duration: PROOF_TOAST_MS,
        });
      await onDone();
    } catch (error) {
      reject(error);
    }
  };

  const same = password === confirm;
  const control = (name: 'password' | 'confirm') => ({
    label: text[name],
    name,
    type: 'password',
    autoComplete: 'new-password',
    reveal: { show: login.showPassword, hide: login.hidePassword },
    ...of(name),
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  });
  return (
    <AuthFrame
      title={link ? addressText.endedTitle : text.resetTitle}
      lead={link ? addressText.ended(link.ended ?? 0) : text.resetLead}
      shake={shakes}
      foot={
        link && (
          <Button kind="plain" disabled={busy} onClick={() => void enterWithout(link)} className="-ml-4">
            {addressText.later}
          </Button>
        )
      }
    >
      <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
        {message && <AuthBanner message={message} onClose={clear} />}
        <TextField {...control('password')} />
        <PasswordChecklist password={password} />
        <TextField {...control('confirm')} hint={confirm && <PasswordMatch same={same} />} />
        <Button type="submit" kind="primary" busy={busy} className="min-h-12 text-base">
          {busy ? text.saving : text.save}
        </Button>
      </form>
    </AuthFrame>
  );
}
