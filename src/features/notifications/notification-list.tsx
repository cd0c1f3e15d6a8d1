import { Trash2 } from 'lucide-react';
import { memo } from 'react';
import { UNDO_MS } from '@/config/limits';
import { deleteNotification } from '@/data/notifications/pending-deletes';
import { useToday } from '@/data/streak/use-today';
import { groupByDay } from '@/domain/notifications';
import type { NotificationRow } from '@/domain/rows';
import { useInfiniteScroll } from '@/lib/use-infinite-scroll';
import { notificationText as text } from '@/text/notifications';
import { IconButton } from '@/ui/button';
import { toast } from '@/ui/toast';
import { NotificationLink } from '@/widgets/shell/notifications/notification-link';

/** Number of rows rendered at first, and added whenever the reader nears the end. */
const PAGE = 30;

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

/** Rule: a row renders again only when it changed, because there may be thousands. */
const NotificationItem = memo(
  ({ row }: NotificationItemProps) => (
    // The padding leaves room for the focus ring, which `content-visibility` would clip.
    <li className="-m-1 flex items-start gap-1 p-1 [contain-intrinsic-block-size:auto_4rem] [content-visibility:auto]">
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
    </li>
  ),
  isSameRow,
);

/** The notifications grouped by day, newest first. */
export function NotificationList({ rows }: { rows: readonly NotificationRow[] }) {
  const { shown, marker } = useInfiniteScroll(rows.length, PAGE);
  const groups = groupByDay(rows.slice(0, shown), useToday());
  return (
    <section tabIndex={-1} aria-label={text.title} className="grid gap-5">
      {groups.map(({ group, rows: ofGroup }) => (
        <section key={group} aria-labelledby={`notifications-${group}`}>
          <h2 id={`notifications-${group}`} className="mb-2 font-bold text-muted text-sm">
            {text.groups[group]}
          </h2>
          <ul className="grid gap-1.5">
            {ofGroup.map((row) => (
              <NotificationItem key={row.id} row={row} />
            ))}
          </ul>
        </section>
      ))}
      {shown < rows.length && <div ref={marker} aria-hidden="true" className="h-px" />}
    </section>
  );
}
