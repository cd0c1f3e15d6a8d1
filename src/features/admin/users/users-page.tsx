import { usersText as text } from '@/text/admin/users';
import { Tabs } from '@/ui/tabs';
import { useConsoleAddress } from '@/widgets/admin/use-console-address';
import { ModerationTab } from './moderation-tab';
import { RequestsTab } from './requests-tab';
import { UsersTab } from './users-tab';

const tabs = ['users', 'requests', 'moderation'] as const;

/** Accounts with their plans, requests of visitors, reported comments. */
export function UsersPage() {
  const { get, set } = useConsoleAddress();
  const current = tabs.find((tab) => tab === get('tab')) ?? 'users';
  return (
    <Tabs
      label={text.tabsLabel}
      tabs={tabs.map((id) => ({ id, title: text.tabs[id] }))}
      current={current}
      onChange={(tab) => set({ tab: tab === 'users' ? null : tab, view: null, page: null, q: null, dialog: null })}
    >
      {current === 'users' && <UsersTab />}
      {current === 'requests' && <RequestsTab />}
      {current === 'moderation' && <ModerationTab />}
    </Tabs>
  );
}
