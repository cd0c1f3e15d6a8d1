import { useAccount } from '@/device/session/session-store';
import { useOnline } from '@/device/use-online';
import { useSubscription } from '@/features/accounts/queries/profile';
import { mayOfferTrial } from '../rules/trial-offer';

/** True when a screen may promise the free trial to the signed-in account or the visitor. */
export function useTrialOffer(): boolean {
  const online = useOnline();
  const account = useAccount();
  const subscription = useSubscription();
  return mayOfferTrial(online, !account, subscription?.trial_used);
}
