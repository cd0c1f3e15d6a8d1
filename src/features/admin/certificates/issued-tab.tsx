import { Link } from 'react-router-dom';
import { certificateHref } from '@/config/paths';
import type { IssuedCertificate } from '@/data/admin/answers';
import { issuedPage } from '@/data/admin/certificates';
import { useConsoleQuery } from '@/data/admin/console-query';
import { useDebouncedValue } from '@/lib/use-debounced-value';
import { adminCertificatesText as text } from '@/text/admin/certificates';
import { consoleText } from '@/text/admin/console';
import { Button } from '@/ui/button';
import { AddressSearch } from '@/widgets/admin/address-search';
import { type Column, TwoLines } from '@/widgets/admin/data-table';
import { RemoteTable } from '@/widgets/admin/remote-table';
import { sofiaDate } from '@/widgets/admin/sofia-format';
import { State } from '@/widgets/admin/states';
import { useAddressDialog, useConsoleAddress } from '@/widgets/admin/use-console-address';
import { useHeldRow } from '@/widgets/admin/use-held-row';
import { RevokeDialog } from './revoke-dialog';

const TYPING_MS = 250;
const serialOf = ({ serial }: IssuedCertificate) => serial;

function IssuedState({ row }: { row: IssuedCertificate }) {
  if (row.revoked_at) return <State tone="danger">{text.revoked}</State>;
  return row.signed_at ? <State tone="ok">{text.signed}</State> : <State tone="warn">{text.waiting}</State>;
}

const columns: readonly Column<IssuedCertificate>[] = [
  {
    id: 'name',
    head: text.issuedColumns.name,
    cell: ({ name, title }) => <TwoLines name={name || consoleText.none} detail={title} />,
  },
  {
    id: 'serial',
    head: text.issuedColumns.serial,
    cell: ({ serial }) => (
      <Link
        to={certificateHref(serial)}
        className="num whitespace-nowrap max-md:inline-flex max-md:min-h-11 max-md:items-center"
      >
        {serial}
      </Link>
    ),
  },
  {
    id: 'issued',
    head: text.issuedColumns.issued,
    wide: true,
    cell: ({ issued_at }) => <span className="num whitespace-nowrap">{sofiaDate(issued_at)}</span>,
  },
  {
    id: 'status',
    head: text.issuedColumns.status,
    typed: true,
    cell: (row) => (
      <span className="block min-w-0">
        <IssuedState row={row} />
        {row.reason && <span className="block text-muted text-xs">{row.reason}</span>}
      </span>
    ),
  },
];

/** Certificates that learners have earned: search by serial, name or title; revoke with a reason. */
export function IssuedTab() {
  const { get, page } = useConsoleAddress();
  const typed = get('q');
  const search = useDebouncedValue(typed, typed, TYPING_MS);
  const issued = useConsoleQuery(['issued', search, page], () => issuedPage(search, page), {
    tables: ['issued_certificates'],
  });
  const revoke = useAddressDialog('revoke');
  const revoking = useHeldRow(issued.data?.rows, revoke.open ? revoke.id : '', serialOf).row;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <AddressSearch label={text.search} className="md:max-w-96" />
      <RemoteTable
        remote={issued}
        failed={text.issuedFailed}
        label={text.tabs.issued}
        columns={columns}
        idOf={({ serial }) => serial}
        empty={search ? text.issuedNoMatch : text.issuedEmpty}
        actions={(row) =>
          !row.revoked_at && (
            <Button kind="plain" aria-label={text.revokeOf(row.serial)} onClick={() => revoke.show(row.serial)}>
              {text.revoke}
            </Button>
          )
        }
      />
      {revoking && <RevokeDialog key={revoking.serial} row={revoking} onClose={revoke.close} />}
    </div>
  );
}
