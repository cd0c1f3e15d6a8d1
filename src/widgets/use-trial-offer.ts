import { useSubscription } from '@/data/profile/queries';
import { useAccount } from '@/data/session/session-store';
import { useOnline } from '@/lib/use-online';

/**
 * True when a screen may promise the free trial.
 * Rule: false while offline or while this device does not know whether the account has used its trial. Visitors
 * see the trial offer too.
 */
export function useTrialOffer(): boolean {
  const online = useOnline();
  const account = useAccount();
  const subscription = useSubscription();
  if (!online) return false;
  return !account || subscription?.trial_used === false;
}
