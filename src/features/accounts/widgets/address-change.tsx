import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { changeAddress } from '@/device/session/address-change';
import { Banner } from '@/ui/banner';
import { Disclosure } from '@/ui/disclosure';
import { changeText as text } from '../text/address-change';
import { AddressForm } from './address-form';

/** Requests another e-mail address for an account that confirmed its own. */
export function AddressChange() {
  const { pathname } = useLocation();
  const [sentTo, setSentTo] = useState<string>();
  return (
    <div className="grid gap-4">
      {sentTo && <Banner kind="success">{text.sent(sentTo)}</Banner>}
      <Disclosure summary={text.open}>
        <AddressForm
          words={text}
          onSend={async (email) => {
            await changeAddress(email, pathname);
            setSentTo(email.trim());
          }}
        />
      </Disclosure>
    </div>
  );
}
