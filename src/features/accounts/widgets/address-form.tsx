import { type FormEvent, useState } from 'react';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/text-field';
import { ownWords, problemOf } from '../rules/auth-errors';
import { addressText as text } from '../text/address';

const TOO_MANY = 429;

interface AddressFormProps {
  words: { email: string; send: string; failed: string };
  /** Rejects with the auth service's error. */
  onSend: (email: string) => Promise<void>;
}

/** Field and button for another e-mail address of the account. */
export function AddressForm({ words, onSend }: AddressFormProps) {
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) return setWrong(text.invalid);
    setWrong(undefined);
    setBusy(true);
    try {
      await onSend(email);
    } catch (error) {
      const { own, status } = ownWords(error);
      setWrong(text.problems[status === TOO_MANY ? 'too_many_requests' : problemOf(own)] ?? words.failed);
    }
    setBusy(false);
  };
  return (
    <form onSubmit={submit} noValidate className="grid max-w-md gap-4">
      <TextField
        label={words.email}
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        error={wrong}
        disabled={busy}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" busy={busy} className="justify-self-start">
        {words.send}
      </Button>
    </form>
  );
}
