import { useState } from 'react';
import { useDebouncedValue } from '@/device/use-debounced-value';
import { useConsoleQuery } from '@/features/console-kit/queries';
import {
  type RegistrationRow,
  type RegistrationStatus,
  registrationStatuses,
} from '@/features/console-kit/requests/answers';
import { asConsoleError } from '@/features/console-kit/requests/console-client';
import { eventList, registrationPage, setRegistrationStatus } from '@/features/console-kit/requests/content';
import { moveToTrash } from '@/features/console-kit/requests/records';
import { consoleText } from '@/features/console-kit/text/console';
import { messages, successes, validations } from '@/features/console-kit/text/messages';
import { AddressSearch } from '@/features/console-kit/widgets/address-search';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { CsvButton } from '@/features/console-kit/widgets/csv-button';
import { type Column, TwoLines } from '@/features/console-kit/widgets/data-table';
import { RemoteTable } from '@/features/console-kit/widgets/remote-table';
import { sofiaCell, sofiaMoment } from '@/features/console-kit/widgets/sofia-format';
import { useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { offerUndo } from '@/features/console-kit/widgets/use-trash';
import { formatNumber } from '@/shared/format/format';
import { Button } from '@/ui/button';
import { Select } from '@/ui/select';
import { adminEventsText as text } from './text';

const TYPING_MS = 250;
const csvHead = ['registered_at', 'event', 'email', 'name', 'status'];
const csvRow = (row: RegistrationRow) => [
  sofiaCell(row.registered_at),
  row.event_title,
  row.email,
  row.full_name,
  text.registrationStatuses[row.status],
];

async function changeStatus(row: RegistrationRow, next: RegistrationStatus): Promise<void> {
  try {
    await setRegistrationStatus(row.id, next);
  } catch {
    consoleToast.error(text.statusFailed);
  }
}

/** Moves a registration to the trash. @returns true if the registration is now in the trash */
async function remove(row: RegistrationRow): Promise<boolean> {
  try {
    await moveToTrash('event_registrations', row.id);
    offerUndo('event_registrations', row.id, successes.events.registrationRemoved);
    return true;
  } catch (thrown) {
    const { kind } = asConsoleError(thrown);
    if (kind === 'forbidden') consoleToast.error(validations.registration.superOnly);
    else
      consoleToast.error(
        kind === 'network' ? messages.events.removeRegistrationError : messages.events.removeRegistration,
      );
    return false;
  }
}

const columns: readonly Column<RegistrationRow>[] = [
  {
    id: 'person',
    head: text.person,
    cell: (row) => <TwoLines name={row.full_name || row.email} detail={row.full_name ? row.email : undefined} />,
  },
  { id: 'event', head: text.event, typed: true, cell: ({ event_title }) => event_title },
  {
    id: 'at',
    head: text.at,
    wide: true,
    cell: ({ registered_at }) => <span className="num whitespace-nowrap">{sofiaMoment(registered_at)}</span>,
  },
  {
    id: 'status',
    head: text.status,
    cell: (row) => (
      <select
        aria-label={text.setStatus(row.email)}
        value={row.status}
        onChange={({ target }) => void changeStatus(row, target.value as RegistrationStatus)}
        className="min-h-11 rounded-control border border-control bg-surface px-2 text-sm"
      >
        <StatusOptions />
      </select>
    ),
  },
];

const StatusOptions = () =>
  registrationStatuses.map((one) => (
    <option key={one} value={one}>
      {text.registrationStatuses[one]}
    </option>
  ));

/** Controls that filter by event and status. */
function Filters({ event, status }: { event: string; status: RegistrationStatus | 'all' }) {
  const { set } = useConsoleAddress();
  const events = useConsoleQuery(['events'], eventList, { tables: ['events'] });
  return (
    <>
      <Select
        label={text.event}
        value={event}
        onChange={({ target }) => set({ event: target.value, page: null })}
        className="min-w-0 basis-56 max-md:grow"
      >
        <option value="">{text.allEvents}</option>
        {events.data?.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
      <Select
        label={text.status}
        value={status}
        onChange={({ target }) => set({ status: target.value === 'all' ? null : target.value, page: null })}
        className="basis-36 max-md:grow"
      >
        <option value="all">{text.allStatuses}</option>
        <StatusOptions />
      </Select>
    </>
  );
}

/** Registrations for events: filter, status, deletion, CSV. */
export function RegistrationsTab() {
  const { get, page } = useConsoleAddress();
  const event = get('event');
  const status = registrationStatuses.find((one) => one === get('status')) ?? 'all';
  const typed = get('q');
  const search = useDebouncedValue(typed, typed, TYPING_MS);
  const registrations = useConsoleQuery(
    ['registrations', event, status, search, page],
    () => registrationPage(event, status, search, page),
    { tables: ['event_registrations', 'events'] },
  );
  const [removing, setRemoving] = useState<RegistrationRow>();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <AddressSearch label={text.search} className="min-w-48 grow basis-56" />
        <Filters event={event} status={status} />
        <CsvButton
          name="event_registrations"
          head={csvHead}
          total={registrations.data?.total ?? 0}
          load={async (number, size) => (await registrationPage(event, status, search, number, size)).rows.map(csvRow)}
        />
      </div>
      <RemoteTable
        remote={registrations}
        failed={messages.events.loadRegistrations}
        failedError={messages.events.loadRegistrationsError}
        lead={({ counts }) => (
          <p className="text-muted text-sm">
            {text.counts(
              formatNumber(counts.registered),
              formatNumber(counts.attended),
              formatNumber(counts.cancelled),
            )}
          </p>
        )}
        label={text.tabs.registrations}
        columns={columns}
        idOf={({ id }) => id}
        empty={event || search || status !== 'all' ? text.noMatchingRegistrations : text.noRegistrations}
        actions={(row) => (
          <Button kind="plain" aria-label={text.removeRegistration(row.email)} onClick={() => setRemoving(row)}>
            {consoleText.remove}
          </Button>
        )}
      />
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={text.removeRegistrationTitle}
        confirmLabel={consoleText.remove}
        danger
        onConfirm={async () => {
          if (removing && (await remove(removing))) setRemoving(undefined);
        }}
      >
        <p>{text.removeRegistrationText(removing?.email ?? '', removing?.event_title ?? '')}</p>
      </ConfirmDialog>
    </div>
  );
}
