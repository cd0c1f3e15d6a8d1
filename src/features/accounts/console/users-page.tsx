import { useConsoleQuery } from '@/features/console-kit/queries';
import { useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { formatNumber } from '@/shared/format/format';
import { Tabs } from '@/ui/tabs';
import { ModerationTab } from './moderation-tab';
import { type PeopleCounts, peopleCounts } from './requests/users';
import { RequestsTab } from './requests-tab';
import { usersText as text } from './text';
import { UsersTab } from './users-tab';

const TABLES = ['profiles', 'user_subscriptions', 'contact_requests', 'comment_reports'];

/** Title of a tab, with the number of rows that wait for an administrator. */
function titleOf(tab: (typeof tabs)[number], counts: PeopleCounts | undefined): string {
  const waiting = { users: 0, requests: counts?.requests ?? 0, moderation: counts?.reports ?? 0 }[tab];
  return waiting ? `${text.tabs[tab]} · ${formatNumber(waiting)}` : text.tabs[tab];
}

const tabs = ['users', 'requests', 'moderation'] as const;

/** Three tabs: accounts with their plans, requests, and reported comments. */
export function UsersPage() {
  const { get, set } = useConsoleAddress();
  const counts = useConsoleQuery(['people-counts'], peopleCounts, { tables: TABLES });
  const current = tabs.find((tab) => tab === get('tab')) ?? 'users';
  return (
    <Tabs
      label={text.tabsLabel}
      tabs={tabs.map((id) => ({ id, title: titleOf(id, counts.data) }))}
      current={current}
      onChange={(tab) => set({ tab: tab === 'users' ? null : tab, view: null, page: null, q: null, dialog: null })}
    >
      {current === 'users' && <UsersTab counts={counts.data} />}
      {current === 'requests' && <RequestsTab />}
      {current === 'moderation' && <ModerationTab />}
    </Tabs>
  );
}
