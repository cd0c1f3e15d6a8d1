import { Suspense } from 'react';
import { useSession } from '@/device/session/session-store';
import { useConsoleQuery } from '@/features/console-kit/queries';
import { adminSettingsText as text } from '@/features/console-kit/text/settings';
import { CodeFallback } from '@/features/console-kit/widgets/code-fallback';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';
import { useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { Tabs } from '@/ui/tabs';
import { AboutTab } from './about-tab';
import { AdminsTab } from './admins-tab';
import { AuditTab } from './audit-tab';
import { ErrorsTab } from './errors-tab';
import { adminUsers } from './requests';
import { TrashTab } from './trash-tab';

const allTabs = ['about', 'security', 'admins', 'audit', 'errors', 'trash'] as const;
const adminTabs = ['about', 'security', 'errors'] as const;

const SecurityTab = lazyWithRetry(() => import('./security-tab').then((module) => module.SecurityTab));

/** Settings of the console. Super administrators also see the administrators, the audit log and the trash. */
export function SettingsPage() {
  const { get, set } = useConsoleAddress();
  const me = useSession((session) => session.identity);
  const admins = useConsoleQuery(['admins'], adminUsers, { tables: ['admin_users'] });
  return (
    <RemoteStates remote={admins} failed={text.failed}>
      {(rows) => {
        const isSuper = rows.find(({ user_id }) => user_id === me?.uid)?.is_super_admin ?? false;
        const tabs = isSuper ? allTabs : adminTabs;
        const current = [...tabs].find((tab) => tab === get('tab')) ?? 'about';
        return (
          <Tabs
            label={text.tabsLabel}
            tabs={tabs.map((id) => ({ id, title: text.tabs[id] }))}
            current={current}
            onChange={(tab) => set({ tab: tab === 'about' ? null : tab, page: null, q: null })}
          >
            {current === 'about' && <AboutTab email={me?.email ?? ''} isSuper={isSuper} />}
            {current === 'security' && (
              <Suspense fallback={<CodeFallback />}>
                <SecurityTab />
              </Suspense>
            )}
            {current === 'admins' && <AdminsTab rows={rows} me={me?.uid} />}
            {current === 'audit' && <AuditTab />}
            {current === 'errors' && <ErrorsTab />}
            {current === 'trash' && <TrashTab />}
          </Tabs>
        );
      }}
    </RemoteStates>
  );
}
