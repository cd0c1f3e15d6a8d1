import { useEffect } from 'react';
import { useLive } from '@/device/live/use-live';
import { currentIdentity, updateIdentity } from '@/device/session/session-store';
import { useSyncStatus } from '@/device/sync/use-sync-status';
import { ownProfile, ownSubscription } from '@/features/accounts/queries/profile';
import { planOf } from '@/shared/entitlements';

/**
 * Copies the account's data from the mirror to the local identity, which the guards read.
 * Rule: a missing row changes nothing. Only a row may change the plan, and `plan_checked_at` never goes back.
 */
export function useAccountWatch(account: string) {
  const { synced_at } = useSyncStatus();
  const subscription = useLive(ownSubscription).data;
  const profile = useLive(ownProfile).data;
  useEffect(() => {
    const before = currentIdentity()?.plan_checked_at ?? 0;
    if (subscription && synced_at && synced_at >= before)
      updateIdentity(account, { plan: planOf(subscription), plan_checked_at: synced_at });
  }, [account, subscription, synced_at]);
  useEffect(() => {
    if (profile)
      updateIdentity(account, {
        is_admin: profile.is_admin,
        ...(profile.full_name ? { full_name: profile.full_name } : {}),
      });
  }, [account, profile]);
}
