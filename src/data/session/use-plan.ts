import { effectivePlan, isSubscriber, leaseOf, type Plan } from '@/domain/entitlements';
import { useSession } from './session-store';

/** The plan in force as far as this device knows; `free` if nobody is signed in. */
export function usePlan(): Plan {
  const identity = useSession((session) => session.identity);
  return identity ? effectivePlan(identity, Date.now()) : 'free';
}

/** False if the plan of the signed-in account could not be determined. Rule: screens then show it as unknown, never as free. */
export function useIsPlanKnown(): boolean {
  const identity = useSession((session) => session.identity);
  return (
    !identity || leaseOf(identity, Date.now()) === 'valid' || (identity.plan !== null && !isSubscriber(identity.plan))
  );
}
