import { isSubscriber, leaseOf } from '@/shared/entitlements';
import { useSession } from './session-store';

/** False if the plan of the signed-in account could not be determined. Rule: screens then show it as unknown, never as free. */
export function useIsPlanKnown(): boolean {
  const identity = useSession((session) => session.identity);
  return (
    !identity || leaseOf(identity, Date.now()) === 'valid' || (identity.plan !== null && !isSubscriber(identity.plan))
  );
}
