import { effectivePlan, type Plan } from '@/domain/entitlements';
import { useSession } from './session-store';

/** The plan in force as this device knows it; free when nobody is signed in. */
export function usePlan(): Plan {
  const identity = useSession((session) => session.identity);
  return identity ? effectivePlan(identity, Date.now()) : 'free';
}
