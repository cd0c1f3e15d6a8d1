import { ArrowRight, CheckCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Live } from '@/device/live/live';
import { type InitialSync, useInitialSync } from '@/device/sync/use-initial-sync';
import { useOnline } from '@/device/use-online';
import { NOTIFICATIONS_PREVIEW } from '@/shared/app-limits';
import { paths } from '@/shared/paths';
import type { NotificationRow } from '@/shared/rows';
import { IconButton } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { langOf } from '@/ui/lang-of';
import { menuRowClass } from '@/ui/menu';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { markAllRead } from '../mutations';
import { useNotifications } from '../queries/notifications';
import { notificationText } from '../text';
import { NotificationLink } from './notification-link';

const complain = () => toast('error', notificationText.unknownError);

/** Texts for an empty list. Rule: show "none" only after this device has completed a sync. */
const emptyWords: Record<InitialSync, { title: string; text: string } | null> = {
  complete: { title: notificationText.empty, text: notificationText.emptyText },
  pending: null,
  failed: { title: notificationText.failed, text: notificationText.failedText },
  offline: { title: notificationText.notHere, text: notificationText.offlineEmpty },
  unreachable: { title: notificationText.notHere, text: notificationText.unansweredEmpty },
  'signed-out': { title: notificationText.notHere, text: notificationText.signedOutEmpty },
};

/** Shown instead of the list while there are no notifications to show. */
function NoList({ list }: { list: Live<readonly NotificationRow[]> }) {
  const initialSync = useInitialSync(list.complete);
  if (list.status === 'error')
    return (
      <Said
        title={notificationText.failed}
        text={`${notificationText.countFailed}. ${notificationText.failedText}`}
        alert
      />
    );
  const words = list.status === 'ready' && emptyWords[initialSync];
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

/** The account's newest notifications, read from the device. */
export function NotificationsPanel({ free, onClose }: { free: boolean; onClose: () => void }) {
  const list = useNotifications();
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const place = useRef<HTMLElement>(null);
  const unread = (list.data ?? []).filter(({ is_read }) => !is_read).map(({ id }) => id);
  const markAll = () => {
    setBusy(true);
    markAllRead(unread)
      .catch(complain)
      .finally(() => {
        setBusy(false);
        // The button disappears with the last unread notification: keep the keyboard focus here.
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
      {list.data?.length ? (
        <>
          {!online && <p className="px-2 pb-2 text-muted text-xs">{notificationText.offline}</p>}
          <ul className="grid gap-1">
            {list.data.slice(0, NOTIFICATIONS_PREVIEW).map((row) => (
              <li key={row.id}>
                <NotificationLink row={row} onFollow={onClose} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <NoList list={list} />
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
