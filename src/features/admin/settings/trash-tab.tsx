import { useState } from 'react';
import { restoreRow, type TrashTable } from '@/data/admin/records';
import { type TrashRow, trashPage } from '@/data/admin/settings';
import { useRemote } from '@/data/admin/use-remote';
import { consoleText } from '@/text/admin/console';
import { adminSettingsText as text } from '@/text/admin/settings';
import { Button } from '@/ui/button';
import { consoleToast } from '@/widgets/admin/console-toast';
import { type Column, DataTable, TwoLines } from '@/widgets/admin/data-table';
import { Pager } from '@/widgets/admin/pager';
import { RemoteStates } from '@/widgets/admin/remote-states';
import { sofiaDate, sofiaMoment } from '@/widgets/admin/sofia-format';
import { useConsoleAddress } from '@/widgets/admin/use-console-address';

const tableName = (table: string) => text.tables[table as keyof typeof text.tables] ?? table;

const columns: readonly Column<TrashRow>[] = [
  {
    id: 'title',
    head: text.trashColumns.title,
    cell: ({ title, table_name }) => <TwoLines name={title} detail={tableName(table_name)} />,
  },
  {
    id: 'deleted',
    head: text.trashColumns.deleted,
    cell: ({ deleted_at, deleted_by }) => (
      <TwoLines name={<span className="num whitespace-nowrap">{sofiaMoment(deleted_at)}</span>} detail={deleted_by} />
    ),
  },
  {
    id: 'purge',
    head: text.trashColumns.purge,
    cell: ({ purge_at }) => <span className="num whitespace-nowrap">{sofiaDate(purge_at)}</span>,
  },
];

/** Rows that were deleted in the last 30 days. Restoring a row also restores the rows that belong to it. */
export function TrashTab() {
  const { set, page } = useConsoleAddress();
  const trash = useRemote(`trash ${page}`, () => trashPage(page));
  const [busy, setBusy] = useState('');
  const restore = async (row: TrashRow) => {
    if (busy) return;
    setBusy(row.row_id);
    try {
      await restoreRow(row.table_name as TrashTable, row.row_id);
      consoleToast.success(consoleText.restored);
    } catch {
      consoleToast.error(consoleText.restoreFailed);
    } finally {
      setBusy('');
    }
  };
  return (
    <RemoteStates remote={trash} failed={text.trashFailed}>
      {({ rows, total, size }) => (
        <DataTable
          label={text.tabs.trash}
          columns={columns}
          rows={rows}
          idOf={({ table_name, row_id }) => `${table_name}:${row_id}`}
          busy={trash.busy}
          empty={text.trashEmpty}
          actions={(row) => (
            <Button
              kind="plain"
              busy={busy === row.row_id}
              aria-label={text.restoreOf(row.title)}
              onClick={() => void restore(row)}
            >
              {text.restore}
            </Button>
          )}
          foot={<Pager page={page} size={size} total={total} onPage={(next) => set({ page: next }, 'push')} />}
        />
      )}
    </RemoteStates>
  );
}
