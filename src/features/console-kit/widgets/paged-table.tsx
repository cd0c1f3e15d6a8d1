import { DataTable, type DataTableProps } from './data-table';
import { Pager } from './pager';
import { useConsoleAddress } from './use-console-address';

/** Number of rows per page. */
const PAGE_SIZE = 20;

/** A list whose rows are all loaded, shown page by page. The URL contains the page number. */
export function PagedTable<R>(props: Omit<DataTableProps<R>, 'foot'>) {
  const { set, page } = useConsoleAddress();
  const total = props.rows.length;
  const current = Math.min(page, Math.max(1, Math.ceil(total / PAGE_SIZE)));
  return (
    <DataTable
      {...props}
      rows={props.rows.slice((current - 1) * PAGE_SIZE, current * PAGE_SIZE)}
      foot={<Pager page={current} size={PAGE_SIZE} total={total} onPage={(next) => set({ page: next }, 'push')} />}
    />
  );
}
