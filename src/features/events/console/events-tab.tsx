import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useConsoleQuery } from '@/features/console-kit/queries';
import { eventList } from '@/features/console-kit/requests/content';
import type { AdminEvent } from '@/features/console-kit/requests/rows';
import { consoleText } from '@/features/console-kit/text/console';
import { messages, successes } from '@/features/console-kit/text/messages';
import { type Column, TwoLines } from '@/features/console-kit/widgets/data-table';
import { PagedTable } from '@/features/console-kit/widgets/paged-table';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';
import { RowActions } from '@/features/console-kit/widgets/row-actions';
import { sofiaMoment } from '@/features/console-kit/widgets/sofia-format';
import { State, type StateTone } from '@/features/console-kit/widgets/states';
import { TrashDialog } from '@/features/console-kit/widgets/trash-dialog';
import { useAddressDialog, useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { useHeldRow } from '@/features/console-kit/widgets/use-held-row';
import { formatNumber } from '@/shared/format/format';
import { Button } from '@/ui/button';
import { EventForm } from './event-form';
import { adminEventsText as text } from './text';

const idOf = ({ id }: { id: string }) => id;

const tones: Record<AdminEvent['status'], StateTone> = {
  active: 'ok',
  draft: 'muted',
  cancelled: 'danger',
  completed: 'info',
};

const columns: readonly Column<AdminEvent>[] = [
  {
    id: 'title',
    head: text.columns.title,
    cell: ({ title, type, location }) => <TwoLines name={title} detail={`${text.types[type]} · ${location}`} />,
  },
  {
    id: 'start',
    head: text.columns.start,
    cell: ({ start_date }) => <span className="num whitespace-nowrap">{sofiaMoment(start_date)}</span>,
  },
  {
    id: 'seats',
    head: text.columns.seats,
    cell: ({ current_participants, max_participants }) => (
      <span className="num">
        {formatNumber(current_participants)} /{' '}
        {max_participants === null ? text.unlimited : formatNumber(max_participants)}
      </span>
    ),
  },
  {
    id: 'status',
    head: text.columns.status,
    cell: ({ status }) => <State tone={tones[status]}>{text.statuses[status]}</State>,
  },
];

/** The table of events with the form. */
export function EventsTab() {
  const { set } = useConsoleAddress();
  const events = useConsoleQuery(['events'], eventList, { tables: ['events', 'event_registrations'] });
  const form = useAddressDialog('event');
  const opened = useHeldRow(events.data, form.open ? form.id : '', idOf);
  const [removing, setRemoving] = useState<AdminEvent>();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {events.error?.kind !== 'forbidden' && (
        <Button kind="primary" className="justify-self-start" onClick={() => form.show()}>
          <Plus size={18} aria-hidden="true" />
          {text.create}
        </Button>
      )}
      <RemoteStates remote={events} failed={text.loadFailed}>
        {(rows) => (
          <PagedTable
            label={text.tabs.events}
            columns={columns}
            rows={rows}
            idOf={idOf}
            selected={form.open ? form.id : undefined}
            empty={text.empty}
            menuOf={({ title }) => consoleText.actionsOf(title)}
            actions={(item) => (
              <>
                <Button
                  kind="plain"
                  aria-label={text.seeRegistrations(item.title)}
                  onClick={() => set({ tab: 'registrations', event: item.id, page: null }, 'push')}
                >
                  {text.tabs.registrations}
                </Button>
                <RowActions
                  editLabel={text.editOf(item.title)}
                  removeLabel={text.removeOf(item.title)}
                  onEdit={() => form.show(item.id)}
                  onRemove={() => setRemoving(item)}
                />
              </>
            )}
          />
        )}
      </RemoteStates>
      {form.open && (opened.row || !form.id) && (
        <EventForm key={form.id} row={opened.row ?? null} gone={opened.gone} onClose={form.close} />
      )}
      <TrashDialog
        table="events"
        row={removing && { id: removing.id, name: removing.title, version: removing.row_version }}
        title={text.removeTitle}
        words={{ removed: successes.events.removed, failed: messages.events.remove }}
        onClose={() => setRemoving(undefined)}
      />
    </div>
  );
}
