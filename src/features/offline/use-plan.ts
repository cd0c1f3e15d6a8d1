import { useSession } from '@/data/session/session-store';
import { effectivePlan, type Plan } from '@/domain/entitlements';
import { currentDevice } from '@/lib/device';

/** The plan that holds now, as this device knows it. */
export function usePlan(): Plan {
  const identity = useSession((session) => session.identity);
  return identity ? effectivePlan(identity, Date.now()) : 'free';
}

/** An installed app without a network is led from the other screens back to the offline home (decision 11): there they are no way out. */
export const leadsBack = (online: boolean) => !online && ['installed', 'native'].includes(currentDevice());
