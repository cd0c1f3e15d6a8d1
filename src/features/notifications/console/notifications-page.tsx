import { useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { backendConfig } from '@/shared/product';
import { Notice } from '@/ui/notice';
import { Tabs } from '@/ui/tabs';
import { PushTab } from './push-tab';
import { RecentSends } from './recent-sends';
import { SendForm } from './send-form';
import { SubscriptionsTab } from './subscriptions-tab';
import { adminNotificationsText as text } from './text';

const tabs = ['send', 'push', 'subscriptions'] as const;

/** Returns the reason why the backend's URL is not configured, or null (specification 3 §5). */
function missingBackend(): string | null {
  try {
    backendConfig(location.origin);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Three tabs (sending notifications, testing push, subscriptions) and the security notice. */
export function NotificationsPage() {
  const { get, set } = useConsoleAddress();
  const current = tabs.find((tab) => tab === get('tab')) ?? 'send';
  const missing = missingBackend();
  if (missing)
    return (
      <Notice kind="error" title={text.noBackendTitle}>
        {missing}
      </Notice>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <Tabs
          label={text.tabsLabel}
          tabs={tabs.map((id) => ({ id, title: text.tabs[id] }))}
          current={current}
          onChange={(tab) => set({ tab: tab === 'send' ? null : tab, page: null, dialog: null, filter: null })}
        >
          {current === 'send' && (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:items-start">
              <SendForm />
              <RecentSends />
            </div>
          )}
          {current === 'push' && <PushTab />}
          {current === 'subscriptions' && <SubscriptionsTab />}
        </Tabs>
      </div>
      <section
        lang="en"
        aria-label={text.securityTitle}
        className="rounded-control border border-line border-l-3 border-l-info bg-surface p-3 text-sm"
      >
        <strong className="block">{text.securityTitle}</strong>
        {text.security}
      </section>
    </div>
  );
}
