import { Star } from 'lucide-react';
import { useConsoleQuery } from '@/features/console-kit/queries';
import type { ContactRequest, ContactState } from '@/features/console-kit/requests/answers';
import { type Column, TwoLines } from '@/features/console-kit/widgets/data-table';
import { RemoteTable } from '@/features/console-kit/widgets/remote-table';
import { sofiaMoment } from '@/features/console-kit/widgets/sofia-format';
import { PlanChip, State } from '@/features/console-kit/widgets/states';
import { useAddressDialog, useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { useHeldRow } from '@/features/console-kit/widgets/use-held-row';
import { Button } from '@/ui/button';
import { ContactDialog } from './contact-dialog';
import { contactPage } from './requests/contact';
import { usersText as text } from './text';

const idOf = ({ id }: { id: string }) => id;

const columns: readonly Column<ContactRequest>[] = [
  { id: 'from', head: text.from, cell: (row) => <TwoLines name={row.name} detail={row.email} /> },
  {
    id: 'message',
    head: text.message,
    typed: true,
    cell: ({ message }) => <span className="line-clamp-2">{message}</span>,
  },
  { id: 'topic', head: text.contactTopic, wide: true, cell: ({ topic }) => text.topics[topic] },
  {
    id: 'state',
    head: text.state,
    cell: (row) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {row.user_id ? <PlanChip plan={row.plan} /> : <span className="text-muted text-xs">{text.visitor}</span>}
        {row.priority && !row.answered_at && (
          <State tone="warn" icon={Star}>
            {text.priority}
          </State>
        )}
      </span>
    ),
  },
  {
    id: 'at',
    head: text.received,
    cell: ({ created_at }) => <span className="num whitespace-nowrap">{sofiaMoment(created_at)}</span>,
  },
];

/** Messages from the contact form. Open messages come first: Premium accounts before others, and older messages before newer ones. */
export function ContactRequests({ state }: { state: ContactState }) {
  const { page } = useConsoleAddress();
  const requests = useConsoleQuery(['contact', state, page], () => contactPage(state, page), {
    tables: ['contact_requests'],
  });
  const shown = useAddressDialog('contact');
  // Keep the message open when another administrator answers it, so that the text typed here is not lost.
  const { row } = useHeldRow(requests.data?.rows, shown.id, idOf);
  return (
    <>
      <RemoteTable
        remote={requests}
        failed={text.contactFailed}
        label={text.contactLabel}
        columns={columns}
        idOf={idOf}
        selected={shown.id}
        empty={text.contactEmpty[state]}
        actions={(request) => (
          <Button kind="plain" aria-label={`${text.open}: ${request.name}`} onClick={() => shown.show(request.id)}>
            {text.open}
          </Button>
        )}
      />
      {row && <ContactDialog key={row.id} row={row} open={shown.open} onClose={shown.close} />}
    </>
  );
}
