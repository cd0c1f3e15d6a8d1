import { Bell } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '@/config/paths';
import { useUnreadCount } from '@/data/notifications/queries';
import { useSession } from '@/data/session/session-store';
import { useStreak } from '@/data/streak/queries';
import { appBar } from '@/text/shell';
import { PrintedObject } from '@/ui/printed-object';
import { SyncChip } from './sync-chip';

/** The menu behind the initial is not needed to read the screen: it comes after it. */
const UserMenu = lazy(() => import('./user-menu').then((module) => ({ default: module.UserMenu })));

/** Layers of the flame: one for every two days, five at most (specification 2 §9). */
const LEVELS = 5;
const DAYS_PER_LEVEL = 2;

function Streak() {
  const days = useStreak();
  if (!days) return null;
  return (
    <span className="num inline-flex items-center gap-1 font-extrabold" title={appBar.streak(days)}>
      <PrintedObject
        shape="flame"
        total={LEVELS}
        done={Math.min(LEVELS, Math.floor(days / DAYS_PER_LEVEL))}
        minLines={LEVELS}
        width={22}
        height={24}
        label=""
      />
      <span aria-hidden="true">{days}</span>
      <span className="sr-only">{appBar.streak(days)}</span>
    </span>
  );
}

function Notifications() {
  const unread = useUnreadCount();
  return (
    <Link
      to={paths.notifications}
      aria-label={appBar.notifications(unread)}
      className="relative grid size-11 shrink-0 place-items-center rounded-control text-ink hover:bg-sunk max-[420px]:hidden"
    >
      <Bell size={22} aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="num absolute top-1 right-0.5 min-w-4.5 rounded-full bg-accent px-1 text-center font-extrabold text-[11px] text-on-accent leading-4.5"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  );
}

/** The right end of every signed-in top bar: the truth about sync, the streak, notifications, the account. */
export function AppBarEnd({ children }: { children?: ReactNode }) {
  const identity = useSession((session) => session.identity);
  return (
    <div className="ml-auto flex items-center gap-1 md:gap-3">
      <SyncChip />
      {children}
      <Streak />
      <Notifications />
      {identity && (
        <Suspense fallback={<span className="size-11" />}>
          <UserMenu identity={identity} />
        </Suspense>
      )}
    </div>
  );
}
