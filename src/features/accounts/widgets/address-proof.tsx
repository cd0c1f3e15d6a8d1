import { type FormEvent, useState } from 'react';
import { type AddressState, correctAddress, sendAddressLink } from '@/device/session/address-requests';
import { hasLocalMailbox } from '@/device/session/link-requests';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Disclosure } from '@/ui/disclosure';
import { TextField } from '@/ui/text-field';
import { ownWords } from '../rules/auth-errors';
import { addressText as text } from '../text/address';

const TOO_MANY = 429;

function Correct({ uid, onSaved }: { uid: string; onSaved: () => void }) {
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) return setWrong(text.invalid);
    setWrong(undefined);
    setBusy(true);
    try {
      await correctAddress(uid, email);
      onSaved();
    } catch (error) {
      const { own, status } = ownWords(error);
      const known = /already registered/i.test(own) ? text.taken : /invalid/i.test(own) ? text.invalid : text.notSaved;
      setWrong(status === TOO_MANY ? text.tooMany : known);
    }
    setBusy(false);
  };
  return (
    <form onSubmit={submit} noValidate className="grid max-w-md gap-4">
      <TextField
        label={text.email}
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        error={wrong}
        disabled={busy}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" busy={busy} className="justify-self-start">
        {text.save}
      </Button>
    </form>
  );
}

interface AddressProofProps {
  uid: string;
  state: AddressState;
  /** Requests the state from the server again. */
  ask: () => void;
  /** Path of the page that the e-mailed link opens. */
  landing: string;
}

/** Says what depends on confirming the e-mail address, with a button that sends the link and a form that corrects the address. */
export function AddressProof({ uid, state, ask, landing }: AddressProofProps) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<{ kind: 'success' | 'error'; words: string } | null>(null);
  const [mailbox, setMailbox] = useState(false);
  const send = async () => {
    setMessage(null);
    setBusy(true);
    try {
      await sendAddressLink(landing);
      setMailbox(await hasLocalMailbox());
      setMessage({ kind: 'success', words: text.sent(state.email) });
    } catch (error) {
      setMessage({ kind: 'error', words: ownWords(error).status === TOO_MANY ? text.tooMany : text.failed });
    }
    setBusy(false);
  };
  return (
    <div className="grid gap-4">
      <p className="max-w-prose">{text.waits}</p>
      {message && <Banner kind={message.kind}>{message.words}</Banner>}
      {mailbox && <Banner kind="info">{text.mailbox}</Banner>}
      <div className="flex flex-wrap items-center gap-4">
        <Button kind="primary" busy={busy} onClick={send}>
          {busy ? text.sending : text.send}
        </Button>
      </div>
      <Disclosure summary={text.wrong}>
        <Correct
          uid={uid}
          onSaved={() => {
            setMessage({ kind: 'success', words: text.saved });
            ask();
          }}
        />
      </Disclosure>
    </div>
  );
}
