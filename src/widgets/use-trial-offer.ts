import { useSubscription } from '@/data/profile/queries';
import { useAccount } from '@/data/session/session-store';
import { mayOfferTrial } from '@/domain/trial-offer';
import { useOnline } from '@/lib/use-online';

/** True when a screen may promise the free trial to the signed-in account or the visitor. */
export function useTrialOffer(): boolean {
  const online = useOnline();
  const account = useAccount();
  const subscription = useSubscription();
  return mayOfferTrial(online, !account, subscription?.trial_used);
}
