import { addressText as text } from '@/features/accounts/text/address';
import { AddressProof } from '@/features/accounts/widgets/address-proof';
import { useAddress } from '@/features/accounts/widgets/use-address';
import { paths } from '@/shared/paths';
import { SettingsCard } from './settings-card';

/** Says that the e-mail address is not confirmed and what depends on that. Renders nothing for a confirmed address. */
export function AddressCard({ uid }: { uid: string }) {
  const { state, ask } = useAddress();
  if (!state || state.proven) return null;
  return (
    <SettingsCard title={text.title} lead={text.lead(state.email)}>
      <AddressProof uid={uid} state={state} ask={ask} landing={paths.settings} />
    </SettingsCard>
  );
}
