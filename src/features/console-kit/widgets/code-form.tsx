import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/text-field';
import { codeFault, secondFactorText as text } from '../text/second-factor';

interface CodeFormProps {
  submit: string;
  danger?: boolean;
  /** @returns a text if the code was refused @throws Error of the auth service */
  onCode: (code: string) => Promise<string | undefined>;
  /** Asks for a recovery code instead. */
  recovery?: boolean;
  /** Buttons beside the first one. */
  children?: ReactNode;
}

/** Asks for a code of the authenticator app, or for a recovery code. */
export function CodeForm({ submit, danger = false, onCode, recovery = false, children }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !code.trim()) return;
    setBusy(true);
    try {
      setError(await onCode(code));
    } catch (failure) {
      setError(codeFault(failure));
    }
    setBusy(false);
  };
  return (
    <form method="dialog" noValidate onSubmit={(event) => void send(event)} className="grid gap-3">
      <TextField
        // Another kind of code is another field.
        key={String(recovery)}
        label={recovery ? text.recovery : text.code}
        {...(!recovery && { hint: text.codeHint, inputMode: 'numeric' as const })}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        autoFocus
        required
        value={code}
        error={error}
        className={recovery ? undefined : 'max-w-52'}
        onChange={({ target }) => {
          setCode(target.value);
          setError(undefined);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={busy}>
          {submit}
        </Button>
        {children}
      </div>
    </form>
  );
}
