import { type FormEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { pendingWrites } from '@/device/session/unsent-writes';
import { useOnline } from '@/device/use-online';
import { useErasedAt, useSubscription } from '@/features/accounts/queries/profile';
import { AccountEndError, deleteAccount } from '@/features/accounts/requests';
import { problemOf } from '@/features/accounts/rules/auth-errors';
import { accountEnd as text } from '@/features/accounts/text/account-end';
import { login } from '@/features/accounts/text/auth';
import { KeepAccount } from '@/features/accounts/widgets/keep-account';
import { planOf } from '@/shared/entitlements';
import { paths } from '@/shared/paths';
import { common } from '@/shared/text/common';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { TextField } from '@/ui/text-field';
import { toast } from '@/ui/toast';
import { SettingsCard } from '../settings-card';
import { passwordProblem, passwordText } from '../text';

function rejection(error: unknown): string {
  if (!(error instanceof AccountEndError)) return text.other;
  if (error.about === 'server') return /\badministrator$/.test(error.message) ? text.administrator : text.other;
  const problem = navigator.onLine ? problemOf(error.message) : 'network';
  if (problem === 'invalid_credentials') return text.wrong;
  const words = passwordProblem(problem);
  return words === passwordText.other ? text.other : words;
}

function DeleteDialog({ email, waiting, onClose }: { email: string; waiting: number; onClose: () => void }) {
  const form = useId();
  const navigate = useNavigate();
  const subscribed = planOf(useSubscription()) !== 'free';
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  // On a small screen the buttons may cover the error below the field, so scroll the error into view.
  useEffect(() => {
    if (wrong) document.getElementById(form)?.lastElementChild?.scrollIntoView?.({ block: 'nearest' });
  }, [wrong, form]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!password) return setWrong(text.empty);
    setBusy(true);
    setWrong(null);
    try {
      const at = await deleteAccount(password);
      toast('info', text.doneTitle, { description: text.done(at), duration: 20_000 });
      await navigate(paths.login);
    } catch (error) {
      setWrong(rejection(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      closeLabel={common.close}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {text.cancel}
          </Button>
          <Button type="submit" form={form} kind="danger" busy={busy}>
            {busy ? text.confirming : text.confirm}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-4">
        <ul className="grid list-disc gap-1.5 pl-5 text-sm">
          {text.what.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
          {subscribed && <li className="font-bold">{text.subscription}</li>}
        </ul>
        <p className="text-muted text-sm">{text.exportFirst}</p>
        {waiting > 0 && <Banner kind="warning">{text.waiting(waiting)}</Banner>}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label={text.password}
          name="current"
          type="password"
          autoComplete="current-password"
          reveal={{ show: login.showPassword, hide: login.hidePassword }}
          value={password}
          error={wrong ?? undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

/** Requests the deletion of the account (needs the password) or cancels the request. The banner above every screen can also cancel it. */
export function DeleteCard({ email }: { email: string }) {
  const online = useOnline();
  const at = useErasedAt();
  const [asking, setAsking] = useState<{ waiting: number }>();
  if (at !== null) {
    return (
      <SettingsCard title={text.title} lead={text.banner(at)}>
        <KeepAccount />
      </SettingsCard>
    );
  }
  return (
    <SettingsCard title={text.title} lead={text.lead}>
      {!online && <p className="mb-3 text-muted text-sm">{text.offline}</p>}
      <Button
        kind="danger"
        disabled={!online}
        onClick={() => void pendingWrites().then((waiting) => setAsking({ waiting }))}
      >
        {text.open}
      </Button>
      {asking && <DeleteDialog email={email} waiting={asking.waiting} onClose={() => setAsking(undefined)} />}
    </SettingsCard>
  );
}
