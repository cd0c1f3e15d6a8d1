import { usePlan } from '@/data/session/use-plan';
import { mayPlayDownloads } from '@/domain/entitlements';

/** Whether what the account downloaded may not be played now: the plan ended or its last answer is too old (decision 14). */
export function useDownloadLock(): boolean {
  return !mayPlayDownloads(usePlan());
}
