import { Trash2 } from 'lucide-react';
import { memo } from 'react';
import { useToday } from '@/features/streak/queries/use-today';
import { UNDO_MS } from '@/shared/app-limits';
import type { NotificationRow } from '@/shared/rows';
import { IconButton } from '@/ui/button';
import { LongList } from '@/ui/long-list';
import { toast } from '@/ui/toast';
import { deleteNotification } from './queries/pending-deletes';
import { groupByDay } from './rules';
import { notificationText as text } from './text';
import { NotificationLink } from './widgets/notification-link';

/** Typical height of a notification (px). */
const ROW_PX = 88;

function remove(row: NotificationRow, list: HTMLElement | null): void {
  const undo = deleteNotification(row.id, UNDO_MS, () => toast('error', text.unknownError));
  // The row and its focused button are gone, so move the focus to the list.
  list?.focus();
  toast('success', text.deleted, { duration: UNDO_MS, action: { label: text.undo, onClick: undo } });
}

interface NotificationItemProps {
  row: NotificationRow;
}

const isSameRow = ({ row: a }: NotificationItemProps, { row: b }: NotificationItemProps) =>
  (Object.keys(a) as (keyof NotificationRow)[]).every((key) => a[key] === b[key]);

/** Rule: a row renders again only when it changed, because each new notification renders the list again. */
const NotificationItem = memo(
  ({ row }: NotificationItemProps) => (
    <div className="flex items-start gap-1">
      <div className="min-w-0 grow">
        <NotificationLink row={row} wide />
      </div>
      <IconButton
        label={text.delete(row.title)}
        onClick={(event) => remove(row, event.currentTarget.closest<HTMLElement>('section[tabindex]'))}
        className="shrink-0 text-muted"
      >
        <Trash2 size={18} aria-hidden="true" />
      </IconButton>
    </div>
  ),
  isSameRow,
);

/** The notifications grouped by day, newest first. */
export function NotificationList({ rows }: { rows: readonly NotificationRow[] }) {
  const groups = groupByDay(rows, useToday());
  return (
    <section tabIndex={-1} aria-label={text.title} className="grid gap-5">
      {groups.map(({ group, rows: ofGroup }) => (
        <section key={group} aria-labelledby={`notifications-${group}`}>
          <h2 id={`notifications-${group}`} className="mb-2 font-bold text-muted text-sm">
            {text.groups[group]}
          </h2>
          <LongList rows={ofGroup} typical={ROW_PX} rowClass="pb-1.5 last:pb-0">
            {(row) => <NotificationItem row={row} />}
          </LongList>
        </section>
      ))}
    </section>
  );
}
