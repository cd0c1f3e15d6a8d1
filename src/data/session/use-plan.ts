import { effectivePlan, type Plan } from '@/domain/entitlements';
import { useSession } from './session-store';

/** The plan that holds now, as this device knows it; free for who is not signed in. */
export function usePlan(): Plan {
  const identity = useSession((session) => session.identity);
  return identity ? effectivePlan(identity, Date.now()) : 'free';
}
