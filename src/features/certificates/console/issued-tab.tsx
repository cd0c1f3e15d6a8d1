import { Link } from 'react-router-dom';
import { useDebouncedValue } from '@/device/use-debounced-value';
import { useConsoleQuery } from '@/features/console-kit/queries';
import type { IssuedCertificate } from '@/features/console-kit/requests/answers';
import { consoleText } from '@/features/console-kit/text/console';
import { AddressSearch } from '@/features/console-kit/widgets/address-search';
import { type Column, TwoLines } from '@/features/console-kit/widgets/data-table';
import { RemoteTable } from '@/features/console-kit/widgets/remote-table';
import { sofiaDate } from '@/features/console-kit/widgets/sofia-format';
import { State } from '@/features/console-kit/widgets/states';
import { useAddressDialog, useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { useHeldRow } from '@/features/console-kit/widgets/use-held-row';
import { certificateHref } from '@/shared/paths';
import { Button } from '@/ui/button';
import { issuedPage } from './requests';
import { RevokeDialog } from './revoke-dialog';
import { adminCertificatesText as text } from './text';

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
