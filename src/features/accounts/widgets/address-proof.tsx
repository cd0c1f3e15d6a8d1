import { useState } from 'react';
import { changeAddress } from '@/device/session/address-change';
import { type AddressState, sendAddressLink } from '@/device/session/address-requests';
import { hasLocalMailbox } from '@/device/session/link-requests';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Disclosure } from '@/ui/disclosure';
import { ownWords } from '../rules/auth-errors';
import { addressText as text } from '../text/address';
import { correctText } from '../text/address-change';
import { AddressForm } from './address-form';

const TOO_MANY = 429;

interface AddressProofProps {
  state: AddressState;
  /** Path of the page that the e-mailed link opens. */
  landing: string;
}

/** Says what depends on confirming the e-mail address, with a button that sends the link and a form that corrects the address. */
export function AddressProof({ state, landing }: AddressProofProps) {
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
      <Disclosure summary={correctText.open}>
        <AddressForm
          words={correctText}
          onSend={async (email, password) => {
            await changeAddress(email, landing, password);
            setMailbox(await hasLocalMailbox());
            setMessage({ kind: 'success', words: correctText.sent(email.trim(), state.email) });
          }}
        />
      </Disclosure>
    </div>
  );
}
