import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type LaunchSignUp, launchSignUps } from '@/features/accounts/console/requests/users';
import { ConsoleFrame } from '@/features/console/widgets/console-frame';
import { useConsoleQuery } from '@/features/console-kit/queries';
import { adminStoreText as text } from '@/features/console-kit/text/settings';
import { CsvButton } from '@/features/console-kit/widgets/csv-button';
import type { Column } from '@/features/console-kit/widgets/data-table';
import { RemoteTable } from '@/features/console-kit/widgets/remote-table';
import { sofiaCell, sofiaMoment } from '@/features/console-kit/widgets/sofia-format';
import { useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { useDraftFields } from '@/features/console-kit/widgets/use-draft-fields';
import { paths } from '@/shared/paths';
import { backLinkClass } from '@/ui/button';
import { Card } from '@/ui/card';
import { LaunchForm } from '../widgets/launch-form';

const columns: readonly Column<LaunchSignUp>[] = [
  { id: 'email', head: text.columns.email, cell: ({ email }) => email },
  { id: 'source', head: text.columns.source, cell: ({ source }) => text.sources[source] },
  {
    id: 'at',
    head: text.columns.at,
    cell: ({ created_at }) => <span className="num whitespace-nowrap">{sofiaMoment(created_at)}</span>,
  },
];

/** /admin/store: a preview of the store, its sign-up form, and the list of sign-ups. */
export function AdminStorePage() {
  const { page } = useConsoleAddress();
  const draft = useDraftFields('launch', { email: '' });
  const signups = useConsoleQuery(['launch', page], () => launchSignUps(page), {
    tables: ['store_launch_notifications'],
  });
  return (
    <ConsoleFrame section={undefined} title={text.title}>
      <Link to={paths.adminDashboard} lang="en" className={backLinkClass}>
        <ArrowLeft size={20} aria-hidden="true" />
        {text.back}
      </Link>
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] lg:items-start">
        <div className="grid gap-4">
          <Card lang="en" className="p-4">
            <p className="text-muted text-sm">{text.lead}</p>
            <ul className="mt-2 grid list-disc gap-1.5 pl-5 marker:text-accent-ink">
              {text.features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
          </Card>
          <Card className="p-4">
            <LaunchForm
              source="admin_page"
              draft={draft.fields.email}
              onDraft={(email) => (email === null ? draft.clear() : draft.set({ email }))}
            />
          </Card>
        </div>
        <section aria-label={text.signups} className="min-w-0">
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <h2 className="text-base">{text.signups}</h2>
            <CsvButton
              name="store_launch_notifications"
              head={['created_at', 'email', 'source']}
              total={signups.data?.total ?? 0}
              load={async (number, size) =>
                (await launchSignUps(number, size)).rows.map((row) => [
                  sofiaCell(row.created_at),
                  row.email,
                  row.source,
                ])
              }
            />
          </div>
          <RemoteTable
            remote={signups}
            failed={text.signupsFailed}
            label={text.signups}
            columns={columns}
            idOf={({ id }) => id}
            empty={text.signupsEmpty}
          />
        </section>
      </div>
    </ConsoleFrame>
  );
}
