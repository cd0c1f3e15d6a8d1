import { type FormEvent, useState } from 'react';
import { currentIdentity } from '@/device/session/session-store';
import { Button } from '@/ui/button';
import { langOf } from '@/ui/lang-of';
import { TextField } from '@/ui/text-field';
import { signInToConsole } from '../requests/session';
import { adminLoginText } from '../text/console';
import { messages } from '../text/messages';
import { secondFactorText as text } from '../text/second-factor';

function messageOf(error: unknown): string {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 429) return adminLoginText.tooMany;
  return status === 400 ? messages.signIn.wrong : adminLoginText.noAnswer;
}

interface SignInAgainProps {
  /** Why the password is asked for. */
  lead: string;
  onSignedIn: () => void;
}

/** Asks for the password of the account that is signed in on this device. */
export function SignInAgain({ lead, onSignedIn }: SignInAgainProps) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const email = currentIdentity()?.email ?? '';

  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!password) return setError(adminLoginText.empty);
    setBusy(true);
    try {
      const who = await signInToConsole(email, password);
      if (who === 'admin') onSignedIn();
      else setError(messages.signIn.rejected);
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form method="dialog" noValidate onSubmit={(event) => void signIn(event)} className="grid gap-3 text-sm">
      <p role="alert">
        {lead} <span className="wrap-anywhere font-semibold">{email}</span>
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <div lang={error ? langOf(error) : undefined} className="min-w-0 grow basis-52">
          <TextField
            label={text.password}
            type="password"
            autoComplete="current-password"
            autoFocus
            value={password}
            error={error}
            onChange={(event) => {
              setPassword(event.target.value);
              setError(undefined);
            }}
          />
        </div>
        <Button type="submit" kind="primary" busy={busy}>
          {text.proceed}
        </Button>
      </div>
    </form>
  );
}
