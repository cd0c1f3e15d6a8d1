import { useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { SegmentedControl } from '@/ui/segmented-control';
import { ContactRequests } from './contact-requests';
import { DemoRequests } from './demo-requests';
import { usersText as text } from './text';

const views = ['open', 'answered', 'demo'] as const;

/** Messages from the contact form (open or answered), and requests for a demo. */
export function RequestsTab() {
  const { get, set } = useConsoleAddress();
  const view = views.find((one) => one === get('view')) ?? 'open';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SegmentedControl
        label={text.viewsLabel}
        options={views.map((value) => ({ value, label: text.views[value] }))}
        value={view}
        onChange={(next) => set({ view: next === 'open' ? null : next, page: null, dialog: null })}
        className="justify-self-start"
      />
      {view === 'demo' ? <DemoRequests /> : <ContactRequests state={view} />}
    </div>
  );
}
