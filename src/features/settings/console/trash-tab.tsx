import { useConsoleMutation, useConsoleQuery } from '@/features/console-kit/queries';
import type { TrashRow } from '@/features/console-kit/requests/answers';
import { restoreRow } from '@/features/console-kit/requests/records';
import { consoleText } from '@/features/console-kit/text/console';
import { adminSettingsText as text } from '@/features/console-kit/text/settings';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { type Column, TwoLines } from '@/features/console-kit/widgets/data-table';
import { RemoteTable } from '@/features/console-kit/widgets/remote-table';
import { sofiaDate, sofiaMoment } from '@/features/console-kit/widgets/sofia-format';
import { useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { Button } from '@/ui/button';
import { trashPage } from './requests';

const columns: readonly Column<TrashRow>[] = [
  {
    id: 'title',
    head: text.trashColumns.title,
    cell: ({ title, table_name }) => <TwoLines name={title} detail={text.tables[table_name]} />,
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
  const { page } = useConsoleAddress();
  const trash = useConsoleQuery(['trash', page], () => trashPage(page));
  const restore = useConsoleMutation((row: TrashRow) => restoreRow(row.table_name, row.row_id), {
    onSuccess: () => consoleToast.success(consoleText.restored),
    onError: () => consoleToast.error(consoleText.restoreFailed),
  });
  return (
    <RemoteTable
      remote={trash}
      failed={text.trashFailed}
      label={text.tabs.trash}
      columns={columns}
      idOf={({ table_name, row_id }) => `${table_name}:${row_id}`}
      empty={text.trashEmpty}
      actions={(row) => (
        <Button
          kind="plain"
          busy={restore.isPending && restore.variables.row_id === row.row_id}
          aria-label={text.restoreOf(row.title)}
          onClick={() => restore.isPending || restore.mutate(row)}
        >
          {text.restore}
        </Button>
      )}
    />
  );
}
