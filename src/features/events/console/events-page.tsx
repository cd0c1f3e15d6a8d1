import { useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { Tabs } from '@/ui/tabs';
import { EventsTab } from './events-tab';
import { RegistrationsTab } from './registrations-tab';
import { adminEventsText as text } from './text';

const tabs = ['events', 'registrations'] as const;

/** Two tabs: events, and the learners registered for them. */
export function EventsPage() {
  const { get, set } = useConsoleAddress();
  const current = tabs.find((tab) => tab === get('tab')) ?? 'events';
  return (
    <Tabs
      label={text.tabsLabel}
      tabs={tabs.map((id) => ({ id, title: text.tabs[id] }))}
      current={current}
      onChange={(tab) => set({ tab: tab === 'events' ? null : tab, page: null, q: null, dialog: null, event: null })}
    >
      {current === 'events' ? <EventsTab /> : <RegistrationsTab />}
    </Tabs>
  );
}
