import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { focusInvalid } from '@/ui/focus-invalid';
import { TextField } from '@/ui/text-field';
import { ownWords, problemOf } from '../rules/auth-errors';
import { addressText as text } from '../text/address';
import { login } from '../text/auth';

const TOO_MANY = 429;

interface AddressFormProps {
  /** `password`: label of a field for the current password, which the change then needs; `wrongPassword`: its error. */
  words: { email: string; send: string; failed: string; password?: string; wrongPassword?: string };
  /** Rejects with the auth service's error. */
  onSend: (email: string, password: string) => Promise<void>;
}

/** Field and button for another e-mail address of the account. */
export function AddressForm({ words, onSend }: AddressFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<{ email?: string; password?: string | undefined }>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (errors.email || errors.password) focusInvalid(form.current);
  }, [errors]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) return setErrors({ email: text.invalid });
    if (words.password && !password) return setErrors({ password: login.missing.password });
    setErrors({});
    setBusy(true);
    try {
      await onSend(email, password);
      setPassword('');
    } catch (error) {
      const { own, status } = ownWords(error);
      const problem = status === TOO_MANY ? 'too_many_requests' : problemOf(own);
      if (problem === 'invalid_credentials') setErrors({ password: words.wrongPassword });
      else setErrors({ email: text.problems[problem] ?? words.failed });
    }
    setBusy(false);
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid max-w-md gap-4">
      <TextField
        label={words.email}
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        error={errors.email}
        disabled={busy}
        onChange={(event) => setEmail(event.target.value)}
      />
      {words.password && (
        <TextField
          label={words.password}
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          error={errors.password}
          disabled={busy}
          onChange={(event) => setPassword(event.target.value)}
          reveal={{ show: login.showPassword, hide: login.hidePassword }}
        />
      )}
      <Button type="submit" busy={busy} className="justify-self-start">
        {words.send}
      </Button>
    </form>
  );
}
