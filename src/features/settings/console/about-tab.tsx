import { buildCommit } from '@/device/build-commit';
import { useConsoleQuery } from '@/features/console-kit/queries';
import { adminSettingsText as text } from '@/features/console-kit/text/settings';
import { type Column, DataTable, TwoLines } from '@/features/console-kit/widgets/data-table';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';
import { sofiaMoment } from '@/features/console-kit/widgets/sofia-format';
import { State } from '@/features/console-kit/widgets/states';
import { Card } from '@/ui/card';
import { backgroundJobs, type JobRow, schemaVersion } from './requests';

const columns: readonly Column<JobRow>[] = [
  {
    id: 'name',
    head: text.jobColumns.name,
    cell: ({ name, error }) => <TwoLines name={text.jobNames[name] ?? name} detail={error ?? name} />,
  },
  {
    id: 'at',
    head: text.jobColumns.at,
    cell: ({ last_finished_at }) => (
      <span className="num">{last_finished_at ? sofiaMoment(last_finished_at) : text.never}</span>
    ),
  },
  {
    id: 'state',
    head: text.jobColumns.state,
    cell: ({ error }) => <State tone={error ? 'danger' : 'ok'}>{error ? text.stopped : text.fine}</State>,
  },
];

/** The signed-in administrator, the versions of app and server, and the server's background jobs. */
export function AboutTab({ email, isSuper }: { email: string; isSuper: boolean }) {
  const jobs = useConsoleQuery(['jobs'], backgroundJobs, { tables: ['background_jobs'] });
  const schema = useConsoleQuery(['schema-version'], schemaVersion, { tables: [] });
  const versions = [
    [text.commit, buildCommit() || text.unknown],
    [text.schema, schema.data ?? (schema.isFetching ? '…' : text.unknown)],
  ] as const;
  const facts = [
    [text.email, email],
    [text.type, isSuper ? text.types.super : text.types.admin],
    [text.environment, text.production],
    [text.build, text.version],
  ] as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] lg:items-start">
      <Card className="p-4">
        <dl lang="en" className="grid gap-3">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-muted text-sm">{name}</dt>
              <dd className="wrap-anywhere font-bold">{value}</dd>
            </div>
          ))}
        </dl>
        <dl className="mt-3 grid gap-1 border-line border-t pt-3 text-sm">
          {versions.map(([name, value]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-3">
              <dt className="text-muted">{name}</dt>
              <dd className="num wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <section aria-label={text.jobs} className="min-w-0">
        <h2 className="mb-2 text-base">{text.jobs}</h2>
        <RemoteStates remote={jobs} failed={text.jobsFailed}>
          {(rows) => (
            <DataTable
              label={text.jobs}
              columns={columns}
              rows={rows}
              idOf={({ name }) => name}
              empty={text.jobsEmpty}
            />
          )}
        </RemoteStates>
      </section>
    </div>
  );
}
