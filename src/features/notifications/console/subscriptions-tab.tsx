import { useState } from 'react';
import { grantPlan, userPage } from '@/features/accounts/console/requests/users';
import { useConsoleQuery } from '@/features/console-kit/queries';
import { type UserRow, userRow } from '@/features/console-kit/requests/answers';
import { asConsoleError } from '@/features/console-kit/requests/console-client';
import { consoleText, formText } from '@/features/console-kit/text/console';
import { messages } from '@/features/console-kit/text/messages';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { type Column, TwoLines } from '@/features/console-kit/widgets/data-table';
import { storedRow } from '@/features/console-kit/widgets/record-form-state';
import { RemoteTable } from '@/features/console-kit/widgets/remote-table';
import { sofiaDate, sofiaLastDate } from '@/features/console-kit/widgets/sofia-format';
import { PlanChip } from '@/features/console-kit/widgets/states';
import { useAddressDialog, useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { useHeldRow } from '@/features/console-kit/widgets/use-held-row';
import { Button } from '@/ui/button';
import { SegmentedControl } from '@/ui/segmented-control';
import { GrantDialog } from './grant-dialog';
import { adminNotificationsText as text } from './text';

const idOf = ({ id }: { id: string }) => id;

/** Describes the plan that was granted to an account, and when the grant ends. */
const grantOf = ({ granted_plan, granted_until }: UserRow) =>
  granted_plan
    ? `${text.plans[granted_plan]}, ${granted_until ? text.grantedUntil(sofiaLastDate(granted_until)) : text.grantedForever}`
    : consoleText.none;

const filters = ['paying', 'trial', 'granted'] as const;

function untilOf({ paid_plan, plan, current_period_end, granted_until }: UserRow): string {
  if (paid_plan === plan) return current_period_end ? sofiaDate(current_period_end) : consoleText.none;
  return granted_until ? sofiaLastDate(granted_until) : text.grantedForever;
}

const columns: readonly Column<UserRow>[] = [
  {
    id: 'email',
    head: text.columnsSubscriptions.email,
    cell: ({ email, full_name }) => <TwoLines name={email} detail={full_name} />,
  },
  { id: 'plan', head: text.columnsSubscriptions.plan, corner: true, cell: ({ plan }) => <PlanChip plan={plan} /> },
  {
    id: 'status',
    head: text.columnsSubscriptions.status,
    cell: ({ status, granted_plan, cancel_at_period_end }) => (
      <TwoLines
        name={status ? (text.statuses[status] ?? status) : granted_plan ? text.granted : consoleText.none}
        detail={cancel_at_period_end ? text.cancels : undefined}
      />
    ),
  },
  {
    id: 'period',
    head: text.columnsSubscriptions.period,
    wide: true,
    cell: ({ billing_period }) => (billing_period ? text.periods[billing_period] : consoleText.none),
  },
  {
    id: 'until',
    head: text.columnsSubscriptions.until,
    cell: (row) => <span className="num">{untilOf(row)}</span>,
  },
];

/** Subscriptions with their status, period and trial, and the actions to grant a plan and to extend or end a grant. */
export function SubscriptionsTab() {
  const { get, set, page } = useConsoleAddress();
  const filter = filters.find((one) => one === get('filter')) ?? 'paying';
  const rows = useConsoleQuery(['subscriptions', filter, page], () => userPage('', filter, page), {
    tables: ['user_subscriptions', 'profiles'],
  });
  const grant = useAddressDialog('grant');
  const granting = useHeldRow(rows.data?.rows, grant.open ? grant.id : '', idOf).row;
  const [ending, setEnding] = useState<UserRow>();
  const end = async () => {
    if (!ending) return;
    try {
      await grantPlan(ending.id, null, null, ending.row_version);
      consoleToast.success(text.saved);
      setEnding(undefined);
    } catch (thrown) {
      const error = asConsoleError(thrown);
      if (error.kind === 'conflict') {
        // Another administrator changed the grant: show their version and ask again.
        setEnding(storedRow(userRow, error.details) ?? ending);
        consoleToast.error(formText.conflictTitle);
      } else {
        const words = error.kind === 'network' ? messages.users.updateError : messages.users.update;
        consoleToast.error(error.code === 'bad_plan' ? messages.users.badPlan : words(error.detail));
      }
    }
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SegmentedControl
        label={text.subscriptionsLabel}
        options={filters.map((value) => ({ value, label: text.subscriptionFilters[value] }))}
        value={filter}
        onChange={(value) => set({ filter: value === 'paying' ? null : value, page: null })}
        className="justify-self-start"
      />
      <RemoteTable
        remote={rows}
        failed={messages.users.load}
        serverSide={messages.users.serverSide}
        label={text.subscriptionsLabel}
        columns={columns}
        idOf={idOf}
        empty={text.noSubscriptions}
        menuOf={({ email }) => consoleText.actionsOf(email)}
        actions={(row) => (
          <>
            <Button
              kind="plain"
              aria-label={`${row.granted_plan ? text.extend : text.grant}: ${row.email}`}
              onClick={() => grant.show(row.id)}
            >
              {row.granted_plan ? text.extend : text.grant}
            </Button>
            {row.granted_plan && (
              <Button kind="plain" aria-label={`${text.end}: ${row.email}`} onClick={() => setEnding(row)}>
                {text.end}
              </Button>
            )}
          </>
        )}
      />
      <p className="text-muted text-sm">{text.payers}</p>
      {granting && <GrantDialog key={granting.id} row={granting} onClose={grant.close} />}
      <ConfirmDialog
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={text.endTitle}
        confirmLabel={text.end}
        danger
        onConfirm={end}
      >
        <p>{text.endText(ending?.email ?? '')}</p>
        {ending && <p className="mt-2 font-bold">{grantOf(ending)}</p>}
      </ConfirmDialog>
    </div>
  );
}
