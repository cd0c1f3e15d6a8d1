import { useEffect, useState } from 'react';
import { canChangeAddress } from '@/device/session/address-change';
import { addressText as text } from '@/features/accounts/text/address';
import { changeText } from '@/features/accounts/text/address-change';
import { AddressChange } from '@/features/accounts/widgets/address-change';
import { AddressProof } from '@/features/accounts/widgets/address-proof';
import { useAddress } from '@/features/accounts/widgets/use-address';
import { paths } from '@/shared/paths';
import { SettingsCard } from './settings-card';

/** The e-mail address: what depends on its confirmation, or a form that changes a confirmed one where the auth service can. */
export function AddressCard() {
  const state = useAddress();
  if (!state) return null;
  if (state.proven) return <ConfirmedCard email={state.email} />;
  return (
    <SettingsCard title={text.title} lead={text.lead(state.email)}>
      <AddressProof state={state} landing={paths.settings} />
    </SettingsCard>
  );
}

function ConfirmedCard({ email }: { email: string }) {
  const [canChange, setCanChange] = useState(false);
  useEffect(() => {
    canChangeAddress().then(setCanChange, () => undefined);
  }, []);
  return (
    canChange && (
      <SettingsCard title={changeText.title} lead={changeText.lead(email)}>
        <AddressChange />
      </SettingsCard>
    )
  );
}
