import { useEffect } from 'react';
import { useSyncStatus } from '@/data/sync/use-sync-status';
import { planOf } from '@/domain/entitlements';
import { currentIdentity, updateIdentity } from './session-store';
import { useMirrorQuery } from './use-mirror-query';

/**
 * Carries what the server says of the account from the mirror into the local identity that the guards read.
 * Rule: a missing row is not an answer; only a row may change the plan, and the time of the answer only moves forward.
 */
export function useAccountWatch(account: string) {
  const { synced_at } = useSyncStatus();
  const subscription = useMirrorQuery((mirror) => mirror.subscriptions.get(account), [account]);
  const profile = useMirrorQuery((mirror) => mirror.profiles.get(account), [account]);
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
