import { ArrowRight, CheckCheck, ExternalLink } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { NOTIFICATIONS_PREVIEW } from '@/config/limits';
import { paths } from '@/config/paths';
import { markAllRead, markRead } from '@/data/notifications/mutations';
import { useNotifications } from '@/data/notifications/queries';
import { type Arrival, useArrival } from '@/data/sync/use-sync-status';
import type { NotificationRow } from '@/domain/rows';
import { classNames } from '@/lib/class-names';
import { formatAgo } from '@/lib/format-ago';
import { langOf } from '@/lib/lang-of';
import { useOnline } from '@/lib/use-online';
import { notificationText } from '@/text/notifications';
import { IconButton } from '@/ui/button';
import { menuRowClass } from '@/ui/menu';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { targetOf } from './follow-link';
import { notificationLooks } from './notification-looks';

const complain = () => toast('error', notificationText.unknownError);

/** One message. Pressing it marks it read and leads where it says; a message that leads nowhere is only read. */
function Item({ row, onClose }: { row: NotificationRow; onClose: () => void }) {
  const target = targetOf(row.link);
  const { Icon, colour } = notificationLooks[row.type];
  const read = () => {
    if (!row.is_read) markRead(row.id).catch(complain);
    if (target) onClose();
  };
  const className = classNames(
    'flex w-full items-start gap-3 rounded-control p-2.5 text-left text-ink no-underline hover:bg-sunk',
    !row.is_read && 'bg-sunk/60',
  );
  const content = (
    <>
      <Icon
        size={20}
        role="img"
        aria-label={notificationText.types[row.type]}
        className={classNames('mt-0.5 shrink-0', colour)}
      />
      <span className="grid min-w-0 grow gap-0.5">
        <span className={classNames('text-sm', row.is_read ? 'font-semibold' : 'font-extrabold')}>{row.title}</span>
        <span className="line-clamp-2 text-muted text-sm">{row.message}</span>
        <time dateTime={row.created_at} className="num text-muted text-xs">
          {formatAgo(row.created_at, notificationText.justNow)}
        </time>
      </span>
      {!row.is_read && (
        <span
          role="img"
          aria-label={notificationText.unread}
          className="mt-1.5 size-2.5 shrink-0 rounded-full bg-accent"
        />
      )}
    </>
  );
  if (target && 'path' in target) {
    return (
      <Link to={target.path} onClick={read} className={className}>
        {content}
      </Link>
    );
  }
  if (target) {
    return (
      <a href={target.href} target="_blank" rel="noopener noreferrer" onClick={read} className={className}>
        {content}
        <ExternalLink
          size={16}
          role="img"
          aria-label={notificationText.newWindow}
          className="mt-0.5 shrink-0 text-muted"
        />
      </a>
    );
  }
  return (
    <button type="button" onClick={read} className={className}>
      {content}
    </button>
  );
}

/** Rule: that there are none is said only by a device that has had the first whole answer. */
const emptyWords: Record<Arrival, { title: string; text: string } | null> = {
  whole: { title: notificationText.empty, text: notificationText.emptyText },
  coming: null,
  failed: { title: notificationText.failed, text: notificationText.failedText },
  offline: { title: notificationText.notHere, text: notificationText.offlineEmpty },
  unanswered: { title: notificationText.notHere, text: notificationText.unansweredEmpty },
  'signed-out': { title: notificationText.notHere, text: notificationText.signedOutEmpty },
};

/** What stands in the place of the list while there is none. */
function NoList({ failed, loaded }: { failed: boolean; loaded: boolean }) {
  const arrival = useArrival();
  if (failed)
    return (
      <Said
        title={notificationText.failed}
        text={`${notificationText.countFailed}. ${notificationText.failedText}`}
        alert
      />
    );
  const words = loaded && emptyWords[arrival];
  if (words) return <Said {...words} />;
  return (
    <div role="status" aria-label={notificationText.loading} className="grid gap-2 p-2">
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  );
}

function Said({ title, text, alert = false }: { title: string; text: string; alert?: boolean }) {
  return (
    <div role={alert ? 'alert' : undefined} className="px-3 py-6 text-center">
      <p lang={langOf(title)} className="font-bold">
        {title}
      </p>
      <p className="mt-1 text-muted text-sm">{text}</p>
    </div>
  );
}

/** The newest messages of the account, read from the device. */
export function NotificationsPanel({ free, onClose }: { free: boolean; onClose: () => void }) {
  const list = useNotifications();
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const place = useRef<HTMLElement>(null);
  const unread = (list ?? []).filter(({ is_read }) => !is_read).map(({ id }) => id);
  const markAll = () => {
    setBusy(true);
    markAllRead(unread)
      .catch(complain)
      .finally(() => {
        setBusy(false);
        // The button goes with the last unread message; whoever pressed it by keyboard stays here.
        place.current?.focus();
      });
  };
  return (
    <section ref={place} tabIndex={-1} data-screen aria-label={notificationText.title}>
      <div className="flex min-h-11 items-center justify-between gap-2 pl-2">
        <h2 className="text-base">{notificationText.title}</h2>
        {unread.length > 0 && (
          <IconButton label={notificationText.markAll} onClick={markAll} disabled={busy} aria-busy={busy || undefined}>
            <CheckCheck size={20} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {list?.length ? (
        <>
          {!online && <p className="px-2 pb-2 text-muted text-xs">{notificationText.offline}</p>}
          <ul className="grid gap-1">
            {list.slice(0, NOTIFICATIONS_PREVIEW).map((row) => (
              <li key={row.id}>
                <Item row={row} onClose={onClose} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <NoList failed={list === null} loaded={list !== undefined} />
      )}
      {!free && (
        <Link
          to={paths.notifications}
          onClick={onClose}
          className={classNames(
            menuRowClass,
            'sticky -bottom-2 mt-1 justify-between rounded-none border-line border-t bg-surface',
          )}
        >
          {notificationText.all}
          <ArrowRight size={20} aria-hidden="true" />
        </Link>
      )}
    </section>
  );
}
