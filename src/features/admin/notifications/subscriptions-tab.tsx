import { useRef, useState } from 'react';
import { asConsoleError } from '@/data/admin/console-client';
import { consoleChanged } from '@/data/admin/console-live';
import { useRemote } from '@/data/admin/use-remote';
import { grantPlan, type UserRow, userPage } from '@/data/admin/users';
import { sofiaDay, toSofia } from '@/domain/sofia-time';
import { consoleText, formText } from '@/text/admin/console';
import { messages } from '@/text/admin/messages';
import { adminNotificationsText as text } from '@/text/admin/notifications';
import { Button } from '@/ui/button';
import { SegmentedControl } from '@/ui/segmented-control';
import { Select } from '@/ui/select';
import { TextField } from '@/ui/text-field';
import { ConfirmDialog } from '@/widgets/admin/confirm-dialog';
import { consoleToast } from '@/widgets/admin/console-toast';
import { type Column, DataTable, TwoLines } from '@/widgets/admin/data-table';
import { Pager } from '@/widgets/admin/pager';
import { RemoteStates } from '@/widgets/admin/remote-states';
import { sofiaDate } from '@/widgets/admin/sofia-format';
import { PlanChip } from '@/widgets/admin/states';
import { useConsoleAddress } from '@/widgets/admin/use-console-address';

const filters = ['paying', 'trial', 'granted'] as const;

const untilOf = (row: UserRow) => (row.paid_plan === row.plan ? row.current_period_end : row.granted_until);

const columns: readonly Column<UserRow>[] = [
  {
    id: 'email',
    head: text.columnsSubscriptions.email,
    cell: ({ email, full_name }) => <TwoLines name={email} detail={full_name} />,
  },
  { id: 'plan', head: text.columnsSubscriptions.plan, cell: ({ plan }) => <PlanChip plan={plan} /> },
  {
    id: 'status',
    head: text.columnsSubscriptions.status,
    cell: ({ status, cancel_at_period_end }) => (
      <TwoLines
        name={<span lang="en">{status ?? consoleText.none}</span>}
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
    cell: (row) => {
      const until = untilOf(row);
      return <span className="num">{until ? sofiaDate(until) : consoleText.none}</span>;
    },
  },
];

/** Subscriptions with their status, period and trial; a grant is given, extended or ended. */
export function SubscriptionsTab() {
  const { get, set, page } = useConsoleAddress();
  const filter = filters.find((one) => one === get('filter')) ?? 'paying';
  const rows = useRemote(`subscriptions ${filter} ${page}`, () => userPage('', filter, page), {
    tables: ['user_subscriptions', 'profiles'],
  });
  const [granting, setGranting] = useState<UserRow>();
  const [ending, setEnding] = useState<UserRow>();
  const apply = async (row: UserRow, plan: 'pro' | 'premium' | null, until: string | null) => {
    try {
      await grantPlan(row.id, plan, until, row.row_version);
      consoleToast.success(text.saved);
      setGranting(undefined);
      setEnding(undefined);
    } catch (thrown) {
      const error = asConsoleError(thrown);
      if (error.kind === 'conflict') {
        // Another administrator changed the grant: the dialog keeps its input and shows their version.
        const theirs = { ...row, ...(error.details as Partial<UserRow>) };
        if (plan) setGranting(theirs);
        else setEnding(theirs);
        consoleChanged(['user_subscriptions']);
        consoleToast.error(formText.conflictTitle);
      } else
        consoleToast.error(error.code === 'bad_plan' ? messages.users.badPlan : messages.users.update(error.detail));
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
      <RemoteStates remote={rows} failed={messages.users.load} serverSide={messages.users.serverSide}>
        {(data) => (
          <DataTable
            label={text.subscriptionsLabel}
            columns={columns}
            rows={data.rows}
            idOf={({ id }) => id}
            busy={rows.busy}
            empty={text.noSubscriptions}
            actions={(row) => (
              <>
                <Button
                  kind="plain"
                  aria-label={`${row.granted_plan ? text.extend : text.grant}: ${row.email}`}
                  onClick={() => setGranting(row)}
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
            foot={
              <Pager page={page} size={data.size} total={data.total} onPage={(next) => set({ page: next }, 'push')} />
            }
          />
        )}
      </RemoteStates>
      <p className="text-muted text-sm">{text.payers}</p>
      {granting && (
        <GrantDialog key={granting.id} row={granting} onClose={() => setGranting(undefined)} onGrant={apply} />
      )}
      <ConfirmDialog
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={text.endTitle}
        confirmLabel={text.end}
        danger
        onConfirm={async () => ending && apply(ending, null, null)}
      >
        <p>{text.endText(ending?.email ?? '')}</p>
      </ConfirmDialog>
    </div>
  );
}

/** Text that describes the grant of an account. */
const grantOf = ({ granted_plan, granted_until }: UserRow) =>
  granted_plan
    ? `${granted_plan === 'pro' ? 'Pro' : 'Premium'}, ${granted_until ? text.grantedUntil(sofiaDate(granted_until)) : text.grantedForever}`
    : consoleText.none;

interface GrantDialogProps {
  row: UserRow;
  onClose: () => void;
  onGrant: (row: UserRow, plan: 'pro' | 'premium', until: string | null) => Promise<void>;
}

function GrantDialog({ row, onClose, onGrant }: GrantDialogProps) {
  const opened = useRef(row.row_version).current;
  const [plan, setPlan] = useState<'pro' | 'premium'>(row.granted_plan ?? 'premium');
  const [until, setUntil] = useState(row.granted_until ? toSofia(row.granted_until).slice(0, 10) : '');
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={text.grantTitle(row.email)}
      confirmLabel={consoleText.save}
      onConfirm={() => onGrant(row, plan, sofiaDay(until, true))}
    >
      <div className="grid gap-4">
        {row.row_version !== opened && (
          <p role="alert" className="rounded-control border border-line border-l-3 border-l-warn bg-paper p-3 text-sm">
            <strong className="block">{formText.conflictTitle}</strong>
            {formText.theirs}: {grantOf(row)}
          </p>
        )}
        <Select
          label={text.planLabel}
          value={plan}
          onChange={({ target }) => setPlan(target.value as 'pro' | 'premium')}
        >
          <option value="pro">Pro</option>
          <option value="premium">Premium</option>
        </Select>
        <TextField
          label={text.untilLabel}
          type="date"
          value={until}
          hint={text.untilHint}
          onChange={({ target }) => setUntil(target.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
