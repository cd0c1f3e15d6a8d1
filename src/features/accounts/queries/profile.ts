import { useJournalDocs } from '@/device/live/use-journal';
import { localQuery, useLive } from '@/device/live/use-live';
import type { ProfileRow, SubscriptionRow } from '@/shared/account-rows';
import type { Company } from '@/shared/company';
import type { MutableKind } from '@/shared/journal';
import { erasedAt } from '../rules/account-end';
import { foldMuted, foldProfile, type Profile } from '../rules/profile';

export const ownProfile = localQuery(
  'The profile could not be read:',
  ['account'],
  async ({ mirror, account }): Promise<ProfileRow | null> => (await mirror.profiles.get(account)) ?? null,
  { fallback: null, remember: true },
);

export const ownSubscription = localQuery(
  'The subscription could not be read:',
  ['account'],
  async ({ mirror, account }): Promise<SubscriptionRow | null> => (await mirror.subscriptions.get(account)) ?? null,
  { fallback: null, remember: true },
);

/**
 * The profile row; null if it does not exist or cannot be read.
 * Rule: undefined until the account's scope is complete, because an empty field would look like the server's value.
 */
function useOwnProfile(): ProfileRow | null | undefined {
  const { data, status, complete } = useLive(ownProfile);
  return data === null && status === 'ready' && !complete ? undefined : data;
}

/** The learner's profile with this device's unsent changes applied; undefined until row and journal are read. */
export function useProfile(): { profile: Profile; pending: boolean } | undefined {
  const docs = useJournalDocs('profile');
  const row = useOwnProfile();
  if (!docs || row === undefined) return undefined;
  return { profile: foldProfile(row, docs[0]?.data.fields), pending: docs[0]?.pending ?? false };
}

/** The muted kinds of notifications; undefined until row and journal are read. */
export function useMuted(): { muted: ReadonlySet<MutableKind>; pending: boolean } | undefined {
  const docs = useJournalDocs('profile');
  const row = useOwnProfile();
  if (!docs || row === undefined) return undefined;
  return { muted: foldMuted(row?.muted ?? [], docs[0]?.data.fields), pending: docs[0]?.pending ?? false };
}

/** The company on the account's invoices; null if the account gave no company, undefined until the profile is read. */
export function useCompany(): Company | null | undefined {
  const row = useOwnProfile();
  return row === undefined ? undefined : (row?.company ?? null);
}

/** Time when the account will be erased (Unix time in ms); null if no deletion is scheduled, as far as this device knows. */
export const useErasedAt = (): number | null => erasedAt(useLive(ownProfile).data?.deleted_at);

/** The account's subscription; null when this device has none or cannot read it, undefined until read. */
export const useSubscription = (): SubscriptionRow | null | undefined => useLive(ownSubscription).data;
