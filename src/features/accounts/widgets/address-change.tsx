import { useState } from 'react';
import { changeAddress } from '@/device/session/address-requests';
import { paths } from '@/shared/paths';
import { Banner } from '@/ui/banner';
import { Disclosure } from '@/ui/disclosure';
import { changeText as text } from '../text/address';
import { AddressForm } from './address-form';

/** Requests another e-mail address for an account that confirmed its own. */
export function AddressChange() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <div className="grid gap-4">
      {sentTo && <Banner kind="success">{text.sent(sentTo)}</Banner>}
      <Disclosure summary={text.open}>
        <AddressForm
          words={text}
          onSend={async (email) => {
            await changeAddress(email, paths.settings);
            setSentTo(email.trim());
          }}
        />
      </Disclosure>
    </div>
  );
}
