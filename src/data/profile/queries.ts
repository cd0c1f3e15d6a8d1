import { useJournalDocs } from '@/data/journal/use-journal';
import { localQuery } from '@/data/live/live-query';
import { useLive } from '@/data/live/use-live';
import { erasedAt } from '@/domain/account-end';
import type { ProfileRow, SubscriptionRow } from '@/domain/account-rows';
import type { Company } from '@/domain/company';
import type { MutableKind } from '@/domain/journal';
import { foldMuted, foldProfile, type Profile } from '@/domain/profile';

export const ownProfile = localQuery(
  'profile',
  ['account'],
  async ({ mirror, account }): Promise<ProfileRow | null> => (await mirror.profiles.get(account)) ?? null,
  { fallback: null },
);

export const ownSubscription = localQuery(
  'subscription',
  ['account'],
  async ({ mirror, account }): Promise<SubscriptionRow | null> => (await mirror.subscriptions.get(account)) ?? null,
);

/**
 * An unreadable profile counts as one that the server does not have.
 * Rule: the profile is undefined until the account's scope is complete, because an empty field would look like data.
 */
function useOwnProfile(): ProfileRow | null | undefined {
  const { data, status, complete } = useLive(ownProfile);
  return data === null && status === 'ready' && !complete ? undefined : data;
}

/** The learner's profile with this device's unsent changes; undefined until both are known. */
export function useProfile(): { profile: Profile; pending: boolean } | undefined {
  const docs = useJournalDocs('profile');
  const row = useOwnProfile();
  if (!docs || row === undefined) return undefined;
  return { profile: foldProfile(row, docs[0]?.data.fields), pending: docs[0]?.pending ?? false };
}

/** The muted kinds of notifications; undefined until known. */
export function useMuted(): { muted: ReadonlySet<MutableKind>; pending: boolean } | undefined {
  const docs = useJournalDocs('profile');
  const row = useOwnProfile();
  if (!docs || row === undefined) return undefined;
  return { muted: foldMuted(row?.muted ?? [], docs[0]?.data.fields), pending: docs[0]?.pending ?? false };
}

/** The company on the account's invoices; null without one, undefined until known. */
export function useCompany(): Company | null | undefined {
  const row = useOwnProfile();
  return row === undefined ? undefined : (row?.company ?? null);
}

/** When the account will be erased (ms since the epoch); null when it will not or this device does not know. */
export const useErasedAt = (): number | null => erasedAt(useLive(ownProfile).data?.deleted_at);

/** The account's subscription; null when this device has none, undefined until read. */
export const useSubscription = (): SubscriptionRow | null | undefined => useLive(ownSubscription).data;
