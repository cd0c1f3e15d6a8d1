import { useState } from 'react';
import { useConsoleQuery } from '@/features/console-kit/queries';
import { consoleText } from '@/features/console-kit/text/console';
import { type Column, TwoLines } from '@/features/console-kit/widgets/data-table';
import { RemoteTable } from '@/features/console-kit/widgets/remote-table';
import { SideDialog } from '@/features/console-kit/widgets/side-dialog';
import { sofiaMoment } from '@/features/console-kit/widgets/sofia-format';
import { TrashDialog } from '@/features/console-kit/widgets/trash-dialog';
import { useAddressDialog, useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { Button, buttonClass } from '@/ui/button';
import { type DemoRequest, demoRequests } from './requests/users';
import { usersText as text } from './text';

const nameOf = ({ first_name, last_name }: DemoRequest) => `${first_name} ${last_name}`;

const columns: readonly Column<DemoRequest>[] = [
  { id: 'from', head: text.from, cell: (row) => <TwoLines name={nameOf(row)} detail={row.email} /> },
  { id: 'company', head: text.company, typed: true, cell: ({ company }) => company || consoleText.none },
  {
    id: 'interest',
    head: text.interest,
    wide: true,
    typed: true,
    cell: ({ interest }) => interest || consoleText.none,
  },
  {
    id: 'at',
    head: text.received,
    cell: ({ created_at }) => <span className="num whitespace-nowrap">{sofiaMoment(created_at)}</span>,
  },
];

/** Visitors' requests for a demo. */
export function DemoRequests() {
  const { page } = useConsoleAddress();
  const requests = useConsoleQuery(['requests', page], () => demoRequests(page), {
    tables: ['demo_requests'],
  });
  const shown = useAddressDialog('request');
  const row = requests.data?.rows.find(({ id }) => id === shown.id);
  return (
    <>
      <RemoteTable
        remote={requests}
        failed={text.requestsFailed}
        label={text.requestsLabel}
        columns={columns}
        idOf={({ id }) => id}
        selected={shown.id}
        empty={text.requestsEmpty}
        actions={(request) => (
          <Button kind="plain" aria-label={`${text.open}: ${nameOf(request)}`} onClick={() => shown.show(request.id)}>
            {text.open}
          </Button>
        )}
      />
      {row && <RequestDialog row={row} open={shown.open} onClose={shown.close} />}
    </>
  );
}

function RequestDialog({ row, open, onClose }: { row: DemoRequest; open: boolean; onClose: () => void }) {
  const [asking, setAsking] = useState(false);
  const facts = [
    [text.company, row.company],
    [text.jobTitle, row.job_title],
    [text.phone, row.phone],
    [text.interest, row.interest],
    [text.received, sofiaMoment(row.created_at)],
    [text.message, row.message],
  ].filter(([, value]) => value);
  return (
    <>
      <SideDialog
        open={open && !asking}
        onClose={onClose}
        title={nameOf(row)}
        about={row.email}
        actions={
          <>
            <Button kind="danger" className="mr-auto" onClick={() => setAsking(true)}>
              {text.remove}
            </Button>
            <a href={`mailto:${encodeURIComponent(row.email)}`} className={buttonClass('primary')}>
              {text.answer}
            </a>
          </>
        }
      >
        <dl className="grid gap-3 text-sm">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="text-muted text-xs">{label}</dt>
              <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
            </div>
          ))}
        </dl>
      </SideDialog>
      <TrashDialog
        table="demo_requests"
        row={open && asking ? { id: row.id, name: row.email } : undefined}
        title={text.removeTitle}
        words={{ removed: text.removed, failed: text.removeFailed }}
        onClose={() => setAsking(false)}
        onRemoved={onClose}
      />
    </>
  );
}
