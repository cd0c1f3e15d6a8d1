import { useSession } from '@/data/session/session-store';
import { effectivePlan } from '@/domain/entitlements';

/** Whether what the account downloaded may not be played now: the plan ended or its last answer is too old (decision 14). */
export function useDownloadLock(): boolean {
  const identity = useSession((session) => session.identity);
  return identity === null || effectivePlan(identity, Date.now()) !== 'premium';
}
