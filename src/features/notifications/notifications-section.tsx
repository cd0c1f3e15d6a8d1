import { CheckCheck, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { mapLive } from '@/device/live/live';
import { syncNow } from '@/device/sync/mutations';
import { useSyncStatus } from '@/device/sync/use-sync-status';
import { useOnline } from '@/device/use-online';
import { LiveStates } from '@/features/sync/widgets/live-states';
import { Button, IconButton } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Notice } from '@/ui/notice';
import { scrollToTop } from '@/ui/scroll-to-top';
import { SegmentedControl } from '@/ui/segmented-control';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { markAllRead } from './mutations';
import { NotificationList } from './notification-list';
import { useNotifications } from './queries/notifications';
import { filterNotifications, type ReadFilter, type TypeFilter } from './rules';
import { notificationText as text } from './text';
import { useNewNotification } from './use-new-notification';

const readFilters = ['all', 'unread', 'read'] as const satisfies readonly ReadFilter[];

function Filters(props: {
  read: ReadFilter;
  type: TypeFilter;
  /** Number of unread notifications; undefined until it is known. */
  unread: number | undefined;
  onRead: (read: ReadFilter) => void;
  onType: (type: TypeFilter) => void;
}) {
  return (
    <div className="mb-5 grid gap-3 md:grid-cols-[minmax(0,1fr)_16rem] md:items-end">
      <div lang="en">
        <SegmentedControl
          label={text.filter}
          options={readFilters.map((value) => ({ value, label: text.tabs[value](props.unread) }))}
          value={props.read}
          onChange={props.onRead}
        />
      </div>
      <Select
        label={text.type}
        value={props.type}
        onChange={(event) => props.onType(event.currentTarget.value as TypeFilter)}
      >
        <option value="all">{text.allTypes}</option>
        {Object.entries(text.types).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}

const skeleton = (
  <div role="status" aria-label={text.loading} className="grid gap-2">
    {['a', 'b', 'c', 'd'].map((place) => (
      <Skeleton key={place} className="h-20" />
    ))}
  </div>
);

function Actions({ unread }: { unread: readonly string[] }) {
  const [busy, setBusy] = useState(false);
  const syncing = useSyncStatus().phase === 'syncing';
  const markAll = () => {
    setBusy(true);
    markAllRead(unread)
      .catch(() => toast('error', text.unknownError))
      .finally(() => setBusy(false));
  };
  return (
    <div className="flex shrink-0 gap-1">
      <IconButton label={syncing ? text.refreshing : text.refresh} onClick={syncNow}>
        <RefreshCw size={20} aria-hidden="true" className={classNames(syncing && 'motion-safe:animate-spin')} />
      </IconButton>
      {unread.length > 0 && (
        <IconButton label={text.markAll} onClick={markAll} disabled={busy} aria-busy={busy || undefined}>
          <CheckCheck size={20} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

/** Известия: all notifications of the account, with filters. The section is also on the offline home and at its own URL. */
export function NotificationsSection() {
  const live = useNotifications();
  const rows = live.data ?? [];
  const online = useOnline();
  const [read, setRead] = useState<ReadFilter>('all');
  const [type, setType] = useState<TypeFilter>('all');
  const arrived = useNewNotification(live);
  const unread = rows.filter(({ is_read }) => !is_read).map(({ id }) => id);
  const shown = filterNotifications(rows, read, type);
  const reason = type !== 'all' ? text.emptyType : read === 'unread' ? text.emptyUnread : text.emptyRead;
  const showAll = () => {
    setRead('all');
    setType('all');
  };
  return (
    <>
      <div className="mt-2 mb-4 flex items-center justify-between gap-3">
        <h1 className="text-2xl md:text-3xl">{text.title}</h1>
        <Actions unread={unread} />
      </div>
      <p role="status" className="sr-only">
        {arrived && text.arrived(arrived)}
      </p>
      <Filters
        read={read}
        type={type}
        unread={live.complete || rows.length > 0 ? unread.length : undefined}
        onRead={(next) => {
          scrollToTop();
          setRead(next);
        }}
        onType={(next) => {
          scrollToTop();
          setType(next);
        }}
      />
      {rows.length > 0 && (
        <p hidden={online} className="mb-3 text-muted text-sm">
          {text.offline}
        </p>
      )}
      {rows.length > 0 && shown.length === 0 ? (
        <Notice title={text.empty} action={<Button onClick={showAll}>{text.showAll}</Button>}>
          {reason}
        </Notice>
      ) : (
        <LiveStates
          live={mapLive(live, () => shown)}
          isEmpty={({ length }) => length === 0}
          skeleton={skeleton}
          empty={{ title: text.empty, text: text.emptyText }}
          failed={{ title: text.failed, text: text.failedText }}
          notHere={{ title: text.notHere, text: text.notHereText }}
        >
          {(list) => <NotificationList key={`${read} ${type}`} rows={list} />}
        </LiveStates>
      )}
    </>
  );
}
