import { useEffect, useState } from 'react';
import { useConsoleQuery } from '@/features/console-kit/queries';
import type { SendRow } from '@/features/console-kit/requests/answers';
import { checkAdmin } from '@/features/console-kit/requests/session';
import { messages } from '@/features/console-kit/text/messages';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { type Column, DataTable, TwoLines } from '@/features/console-kit/widgets/data-table';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';
import { sofiaMoment } from '@/features/console-kit/widgets/sofia-format';
import { State, type StateTone } from '@/features/console-kit/widgets/states';
import { formatNumber } from '@/shared/format/format';
import { Button } from '@/ui/button';
import { recentSends, withdrawSend } from './requests';
import { adminNotificationsText as text } from './text';

const tones: Record<SendRow['state'], StateTone> = {
  queued: 'warn',
  sending: 'info',
  sent: 'ok',
  withdrawing: 'info',
  withdrawn: 'muted',
};

const columns: readonly Column<SendRow>[] = [
  {
    id: 'title',
    head: text.columns.title,
    cell: ({ title, mode, created_at }) => (
      <TwoLines name={title} detail={`${text.modes[mode]} · ${sofiaMoment(created_at)}`} />
    ),
  },
  {
    id: 'reached',
    head: text.columns.reached,
    cell: ({ delivered, recipients, skipped }) => (
      <span className="num">
        {text.reached(formatNumber(delivered), formatNumber(recipients))}
        {skipped > 0 && <span className="block text-muted text-xs">{text.skipped(skipped)}</span>}
      </span>
    ),
  },
  {
    id: 'state',
    head: text.columns.state,
    cell: ({ state, error }) => (
      <State tone={error ? 'danger' : tones[state]}>{text.states[error ? 'failed' : state]}</State>
    ),
  },
];

/** Explains an empty list: tells administrators that nothing was sent yet, and others that they lack the rights (specification 3 §8). */
function NoSends() {
  const [isAdmin, setAdmin] = useState(true);
  useEffect(() => void checkAdmin().then(setAdmin), []);
  return isAdmin ? text.noSends : <span lang="en">{messages.notifications.empty}</span>;
}

/** The 20 latest notifications sent, each with the number of accounts that received it. */
export function RecentSends() {
  const sends = useConsoleQuery(['sends'], recentSends, { tables: ['notification_sends'] });
  const [leaving, setLeaving] = useState<SendRow>();
  const withdraw = async () => {
    if (!leaving) return;
    try {
      await withdrawSend(leaving.id);
      consoleToast.success(text.withdrawn);
      setLeaving(undefined);
    } catch {
      consoleToast.error(text.withdrawFailed);
    }
  };
  return (
    <section aria-label={text.recent} className="min-w-0">
      <h2 className="mb-2 text-base">{text.recent}</h2>
      <RemoteStates
        remote={sends}
        failed={messages.notifications.load(sends.error?.detail ?? '')}
        serverSide={messages.notifications.loadForbidden}
      >
        {({ rows }) => (
          <DataTable
            label={text.recent}
            columns={columns}
            rows={rows}
            idOf={({ id }) => id}
            busy={sends.isFetching}
            empty={<NoSends />}
            actions={(row) =>
              row.state !== 'withdrawn' &&
              row.state !== 'withdrawing' && (
                <Button kind="plain" aria-label={text.withdrawOf(row.title)} onClick={() => setLeaving(row)}>
                  {text.withdraw}
                </Button>
              )
            }
          />
        )}
      </RemoteStates>
      <ConfirmDialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={text.withdrawTitle}
        confirmLabel={text.withdraw}
        danger
        onConfirm={withdraw}
      >
        <p className="wrap-anywhere mb-2 font-bold">{leaving?.title}</p>
        <p>{text.withdrawText}</p>
      </ConfirmDialog>
    </section>
  );
}
