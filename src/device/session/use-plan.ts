import { effectivePlan, type Plan } from '@/shared/entitlements';
import { useSession } from './session-store';

/** The plan in force as far as this device knows; `free` if nobody is signed in. */
export function usePlan(): Plan {
  const identity = useSession((session) => session.identity);
  return identity ? effectivePlan(identity, Date.now()) : 'free';
}
