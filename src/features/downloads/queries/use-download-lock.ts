import { usePlan } from '@/device/session/use-plan';
import { mayPlayDownloads } from '@/shared/entitlements';

/** True if the account's downloads may not be played: the plan or its lease has ended (decision 14). */
export function useDownloadLock(): boolean {
  return !mayPlayDownloads(usePlan());
}
