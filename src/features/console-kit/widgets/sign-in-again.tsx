import { type KeyboardEvent, useState } from 'react';
import { currentIdentity } from '@/device/session/session-store';
import { Button } from '@/ui/button';
import { langOf } from '@/ui/lang-of';
import { TextField } from '@/ui/text-field';
import { signInToConsole } from '../requests/session';
import { adminLoginText, formText as text } from '../text/console';
import { messages } from '../text/messages';

function messageOf(error: unknown): string {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 429) return adminLoginText.tooMany;
  return status === 400 ? messages.signIn.wrong : adminLoginText.noAnswer;
}

interface SignInAgainProps {
  onSignedIn: () => void;
  /** The reason; by default, the session of a form has ended. */
  lead?: string;
  /** Label of the button. */
  submit?: string;
}

/** Asks for the password beside a form whose session has ended. It is no form of its own, because forms cannot be nested. */
export function SignInAgain({ onSignedIn, lead = text.signedOut, submit = text.signInAndSave }: SignInAgainProps) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const email = currentIdentity()?.email ?? '';

  const signIn = async () => {
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter would submit the form around these fields.
    event.preventDefault();
    void signIn();
  };

  return (
    <section aria-label={text.signedOutTitle} className="grid gap-3 rounded-control border border-warn p-3 text-sm">
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
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setPassword(event.target.value);
              setError(undefined);
            }}
          />
        </div>
        <Button kind="primary" busy={busy} onClick={() => void signIn()}>
          {submit}
        </Button>
      </div>
    </section>
  );
}
