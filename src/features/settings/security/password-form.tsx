import { type FormEvent, useState } from 'react';
import { useOnline } from '@/device/use-online';
import { changePassword, PasswordError } from '@/features/accounts/requests';
import { problemOf } from '@/features/accounts/rules/auth-errors';
import { login } from '@/features/accounts/text/auth';
import { PasswordChecklist, PasswordMatch } from '@/features/accounts/widgets/password-checklist';
import { isGoodPassword } from '@/shared/password-rules';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/text-field';
import { toast } from '@/ui/toast';
import { SettingsCard } from '../settings-card';
import { passwordProblem, passwordText as text } from '../text';

const none = { current: '', next: '', confirm: '' };
type Fields = typeof none;

/** Validates the form. Returns the text of the first error, or null if it is valid. */
function wrongWith({ current, next, confirm }: Fields): string | null {
  if (!current || !next || !confirm) return text.empty;
  if (next !== confirm) return text.mismatch;
  if (!isGoodPassword(next)) return text.weak;
  return current === next ? text.same : null;
}

function rejection(error: unknown): string {
  const own = error instanceof Error ? error.message : '';
  const problem = navigator.onLine ? problemOf(own) : 'network';
  if (error instanceof PasswordError && error.about === 'current' && problem === 'invalid_credentials')
    return text.wrong;
  return passwordProblem(problem);
}

/** Changes the password. Asks for the current password and for a new one that meets the five rules of registration (decision 4). */
export function PasswordForm({ email }: { email: string }) {
  const online = useOnline();
  const [fields, setFields] = useState<Fields>(none);
  const [checklist, setChecklist] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = wrongWith(fields);
    setWrong(found);
    if (found === text.weak) setChecklist(true);
    if (found) return;
    setBusy(true);
    try {
      await changePassword(fields.current, fields.next);
      setFields(none);
      setChecklist(false);
      toast('success', text.done, { description: text.doneText });
    } catch (error) {
      setWrong(rejection(error));
    } finally {
      setBusy(false);
    }
  };

  const same = fields.next === fields.confirm;
  const control = (field: keyof Fields) => ({
    label: text[field],
    name: field,
    type: 'password',
    autoComplete: field === 'current' ? 'current-password' : 'new-password',
    reveal: { show: login.showPassword, hide: login.hidePassword },
    value: fields[field],
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [field]: event.target.value }),
  });
  return (
    <SettingsCard title={text.title}>
      <form onSubmit={submit} noValidate className="grid max-w-md gap-4">
        {!online && <Banner kind="network">{text.offline}</Banner>}
        {wrong && <Banner kind="error">{wrong}</Banner>}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <TextField {...control('current')} />
        <TextField {...control('next')} hint={text.hint} onFocus={() => setChecklist(true)} />
        {checklist && <PasswordChecklist password={fields.next} />}
        <TextField {...control('confirm')} hint={fields.confirm && <PasswordMatch same={same} />} />
        <Button type="submit" kind="primary" busy={busy} disabled={!online} className="justify-self-start">
          {busy ? text.submitting : text.submit}
        </Button>
      </form>
    </SettingsCard>
  );
}
