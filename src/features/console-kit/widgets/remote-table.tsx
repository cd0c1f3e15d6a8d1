import type { ReactNode } from 'react';
import type { ConsoleQuery } from '../queries';
import { DataTable, type DataTableProps } from './data-table';
import { Pager } from './pager';
import { RemoteStates, type RemoteStatesProps } from './remote-states';
import { useConsoleAddress } from './use-console-address';

interface RowPage<R> {
  rows: readonly R[];
  total: number;
  size: number;
}

type States<P> = Pick<RemoteStatesProps<P>, 'failed' | 'failedError' | 'serverSide'>;

interface RemoteTableProps<R, P extends RowPage<R>>
  extends Omit<DataTableProps<R>, 'rows' | 'busy' | 'foot'>,
    States<P> {
  remote: ConsoleQuery<P>;
  /** Shown above the table, for example sums of all pages. */
  lead?: (page: P) => ReactNode;
}

/** A list that the server answers page by page, in all its states. The URL contains the page number. */
export function RemoteTable<R, P extends RowPage<R>>(props: RemoteTableProps<R, P>) {
  const { remote, failed, failedError, serverSide, lead, ...table } = props;
  const { set, page } = useConsoleAddress();
  return (
    <RemoteStates
      remote={remote}
      failed={failed}
      {...(failedError && { failedError })}
      {...(serverSide && { serverSide })}
    >
      {(data) => (
        <>
          {lead?.(data)}
          <DataTable
            {...table}
            rows={data.rows}
            busy={remote.isFetching}
            foot={
              <Pager page={page} size={data.size} total={data.total} onPage={(next) => set({ page: next }, 'push')} />
            }
          />
        </>
      )}
    </RemoteStates>
  );
}
