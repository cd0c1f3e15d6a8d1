import { usePlan } from '@/data/session/use-plan';
import { mayPlayDownloads } from '@/domain/entitlements';

/** True when the account's downloads may not be played: the plan ended or its last answer is too old (decision 14). */
export function useDownloadLock(): boolean {
  return !mayPlayDownloads(usePlan());
}
