import { useState } from 'react';
import { Link } from 'react-router-dom';
import { certificateHref } from '@/config/paths';
import { type IssuedCertificate, issuedPage, revokeCertificate } from '@/data/admin/certificates';
import { useRemote } from '@/data/admin/use-remote';
import { useDebouncedValue } from '@/lib/use-debounced-value';
import { adminCertificatesText as text } from '@/text/admin/certificates';
import { consoleText } from '@/text/admin/console';
import { Button } from '@/ui/button';
import { SearchField } from '@/ui/search-field';
import { TextArea } from '@/ui/text-area';
import { ConfirmDialog } from '@/widgets/admin/confirm-dialog';
import { consoleToast } from '@/widgets/admin/console-toast';
import { type Column, DataTable, TwoLines } from '@/widgets/admin/data-table';
import { Pager } from '@/widgets/admin/pager';
import { RemoteStates } from '@/widgets/admin/remote-states';
import { sofiaDate } from '@/widgets/admin/sofia-format';
import { State } from '@/widgets/admin/states';
import { useConsoleAddress } from '@/widgets/admin/use-console-address';

const TYPING_MS = 250;
const REASON_MAX = 500;

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
      <Link to={certificateHref(serial)} className="num">
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
    cell: (row) => (
      <>
        <IssuedState row={row} />
        {row.reason && <span className="block text-muted text-xs">{row.reason}</span>}
      </>
    ),
  },
];

/** Certificates that learners have earned: search by serial, name or title; revoke with a reason. */
export function IssuedTab() {
  const { get, set, page } = useConsoleAddress();
  const typed = get('q');
  const search = useDebouncedValue(typed, typed, TYPING_MS);
  const issued = useRemote(`issued ${search} ${page}`, () => issuedPage(search, page), {
    tables: ['issued_certificates'],
  });
  const [revoking, setRevoking] = useState<IssuedCertificate>();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const revoke = async () => {
    if (!revoking) return;
    if (!reason.trim()) return setError(text.reasonNeeded);
    try {
      await revokeCertificate(revoking.serial, reason.trim());
      consoleToast.success(text.revokedDone);
      setRevoking(undefined);
      setReason('');
    } catch {
      consoleToast.error(text.revokeFailed);
    }
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SearchField
        label={text.search}
        clearLabel={consoleText.clearSearch}
        value={typed}
        onChange={(q) => set({ q, page: null })}
        className="md:max-w-96"
      />
      <RemoteStates remote={issued} failed={text.issuedFailed}>
        {({ rows, total, size }) => (
          <DataTable
            label={text.tabs.issued}
            columns={columns}
            rows={rows}
            idOf={({ serial }) => serial}
            busy={issued.busy}
            empty={search ? text.issuedNoMatch : text.issuedEmpty}
            actions={(row) =>
              !row.revoked_at && (
                <Button kind="plain" aria-label={text.revokeOf(row.serial)} onClick={() => setRevoking(row)}>
                  {text.revoke}
                </Button>
              )
            }
            foot={<Pager page={page} size={size} total={total} onPage={(next) => set({ page: next }, 'push')} />}
          />
        )}
      </RemoteStates>
      <ConfirmDialog
        open={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={text.revokeTitle}
        confirmLabel={text.revoke}
        danger
        onConfirm={revoke}
      >
        <p className="mb-3">{text.revokeText(revoking?.name ?? '', revoking?.title ?? '')}</p>
        <TextArea
          label={text.reason}
          value={reason}
          error={error}
          maxLength={REASON_MAX}
          required
          onChange={({ target }) => {
            setReason(target.value);
            setError(undefined);
          }}
        />
      </ConfirmDialog>
    </div>
  );
}
