import { Trash2 } from 'lucide-react';
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

/** Rows rendered at first and added when the reader nears the end. */
const PAGE = 30;

function remove(row: NotificationRow, list: HTMLElement | null): void {
  const undo = deleteNotification(row.id, UNDO_MS, () => toast('error', text.unknownError));
  // The row and its button are gone: move the focus to the list.
  list?.focus();
  toast('success', text.deleted, { duration: UNDO_MS, action: { label: text.undo, onClick: undo } });
}

/** The notifications by day, newest first. */
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
              <li key={row.id} className="flex items-start gap-1">
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
            ))}
          </ul>
        </section>
      ))}
      {shown < rows.length && <div ref={marker} aria-hidden="true" className="h-px" />}
    </section>
  );
}
