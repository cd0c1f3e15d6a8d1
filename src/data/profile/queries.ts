import { useJournalDocs } from '@/data/journal/use-journal';
import { useAccount } from '@/data/session/session-store';
import { useMirrorQuery } from '@/data/session/use-mirror-query';
import { useArrival } from '@/data/sync/use-sync-status';
import { erasedAt } from '@/domain/account-end';
import type { MutableKind } from '@/domain/journal';
import { foldMuted, foldProfile, type Profile } from '@/domain/profile';
import type { ProfileRow, SubscriptionRow } from '@/domain/rows';

/**
 * What cannot be read is as if the server had said nothing.
 * Rule: before the first whole answer nobody knows whether it has said nothing: an empty field would be a claim.
 */
function useOwnProfile(account: string): ProfileRow | null | undefined {
  const arrival = useArrival();
  const row = useMirrorQuery(
    (mirror) =>
      mirror.profiles.get(account).then(
        (found) => found ?? null,
        () => null,
      ),
    [account],
  );
  return row === null && arrival !== 'whole' ? undefined : row;
}

/** What the learner says about themselves, this device's unsent changes included; undefined until both are known. */
export function useProfile(): { profile: Profile; pending: boolean } | undefined {
  const account = useAccount() ?? '';
  const docs = useJournalDocs('profile');
  const row = useOwnProfile(account);
  if (!docs || row === undefined) return undefined;
  return { profile: foldProfile(row, docs[0]?.data.fields), pending: docs[0]?.pending ?? false };
}

/** Which notifications the learner does not want; undefined until known. */
export function useMuted(): { muted: ReadonlySet<MutableKind>; pending: boolean } | undefined {
  const account = useAccount() ?? '';
  const docs = useJournalDocs('profile');
  const row = useOwnProfile(account);
  if (!docs || row === undefined) return undefined;
  return { muted: foldMuted(row?.muted ?? [], docs[0]?.data.fields), pending: docs[0]?.pending ?? false };
}

/** When the account is erased, ms; null while it stays or as long as this device does not know. */
export function useErasedAt(): number | null {
  const account = useAccount() ?? '';
  return erasedAt(useMirrorQuery((mirror) => mirror.profiles.get(account), [account])?.deleted_at);
}

/** The account's subscription; null when this device knows of none, undefined until read. */
export function useSubscription(): SubscriptionRow | null | undefined {
  const account = useAccount() ?? '';
  return useMirrorQuery(async (mirror) => (await mirror.subscriptions.get(account)) ?? null, [account]);
}
