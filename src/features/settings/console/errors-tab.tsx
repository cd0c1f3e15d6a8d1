import { useConsoleQuery } from '@/features/console-kit/queries';
import type { ClientErrorRow } from '@/features/console-kit/requests/answers';
import { adminSettingsText as text } from '@/features/console-kit/text/settings';
import { type Column, TwoLines } from '@/features/console-kit/widgets/data-table';
import { RemoteTable } from '@/features/console-kit/widgets/remote-table';
import { sofiaMoment } from '@/features/console-kit/widgets/sofia-format';
import { useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { formatNumber } from '@/shared/format/format';
import { clientErrorsPage } from './requests';

/** The places in the code where the error arose, closed at first. */
function Stack({ stack }: Pick<ClientErrorRow, 'stack'>) {
  const [first, ...others] = stack.split('\n');
  if (!first) return text.errorNoStack;
  if (others.length === 0) return <code className="text-xs">{first}</code>;
  return (
    <details>
      <summary className="cursor-pointer">
        <code className="text-xs">{first}</code>
      </summary>
      <ol className="mt-1 grid gap-0.5 text-xs">
        {others.map((frame, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a recursive function repeats its frame
          <li key={index}>
            <code>{frame}</code>
          </li>
        ))}
      </ol>
    </details>
  );
}

const columns: readonly Column<ClientErrorRow>[] = [
  {
    id: 'message',
    head: text.errorColumns.message,
    cell: ({ message, route }) => <TwoLines name={<span lang="en">{message}</span>} detail={route} />,
  },
  {
    id: 'at',
    head: text.errorColumns.at,
    cell: ({ last_at, first_at, reports }) => (
      <TwoLines
        name={<span className="num whitespace-nowrap">{sofiaMoment(last_at)}</span>}
        detail={reports > 1 && <span className="num">{text.errorSince(sofiaMoment(first_at))}</span>}
      />
    ),
  },
  {
    id: 'reports',
    head: text.errorColumns.reports,
    end: true,
    cell: ({ reports }) => <span className="num">{formatNumber(reports)}</span>,
  },
  {
    id: 'build',
    head: text.errorColumns.build,
    cell: ({ build }) => <code className="text-xs">{build || text.unknown}</code>,
  },
  { id: 'stack', head: text.errorColumns.stack, typed: true, cell: ({ stack }) => <Stack stack={stack} /> },
];

/** Errors of the app on people's devices, grouped by message and build. They name no account. */
export function ErrorsTab() {
  const { page } = useConsoleAddress();
  const errors = useConsoleQuery(['errors', page], () => clientErrorsPage(page), { tables: ['client_errors'] });
  return (
    <RemoteTable
      remote={errors}
      failed={text.errorsFailed}
      label={text.tabs.errors}
      columns={columns}
      idOf={({ build, message }) => `${build} ${message}`}
      empty={text.errorsEmpty}
    />
  );
}
