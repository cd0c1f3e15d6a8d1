import { Bell, CircleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { usePlan } from '@/device/session/use-plan';
import { useUnreadCount } from '@/features/notifications/queries/notifications';
import { notificationText } from '@/features/notifications/text';
import { NotificationsPanel } from '@/features/notifications/widgets/notifications-panel';
import { useStreakDays } from '@/features/streak/queries/streak';
import { StreakPanel } from '@/features/streak/widgets/streak-panel';
import { useSyncState } from '@/features/sync/widgets/use-sync-state';
import { isSubscriber } from '@/shared/entitlements';
import { firstName, type LocalIdentity } from '@/shared/identity';
import { appBar, userMenu } from '@/shared/text/shell';
import { Avatar } from '@/ui/avatar';
import { CountBadge } from '@/ui/badge';
import { classNames } from '@/ui/class-names';
import { DropdownPanel } from '@/ui/dropdown-panel';
import { Flame } from '@/ui/flame';
import { walkWithArrows } from './arrow-keys';
import { UserPanel } from './user-menu';

/** Shortest streak (days) whose number is orange, like the flame (specification 2 §2.2, §9). */
const HOT_DAYS = 7;
/** Largest number on the notification badge, by kind of account (specification 2 §2.2, §9). */
const BADGE_MAX = { free: 9, paid: 99 };

type Panel = 'streak' | 'notifications' | 'user';

interface DropdownProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Width of the panel's content, which sets the width of the panel. */
const contentClass = 'w-[min(22rem,calc(100vw-2.25rem))]';

function StreakButton({ onOpenChange, ...dropdown }: DropdownProps) {
  const live = useStreakDays();
  const isLoud = useSyncState().short !== '';
  const streak = live.data;
  const current = streak?.current ?? 0;
  return (
    <DropdownPanel
      {...dropdown}
      onOpenChange={onOpenChange}
      label={appBar.streak(streak?.current)}
      // A lesson's bar has one more button, so narrow phones hide this one to leave room for the sync chip's text.
      className={classNames(
        'num inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-1 font-extrabold hover:bg-sunk',
        isLoud && 'max-[420px]:[.lesson-bar_&]:hidden',
      )}
      button={
        <>
          <Flame days={current} active={streak?.days.has(streak.today) ?? false} label="" />
          {streak && (
            <span aria-hidden="true" className={current >= HOT_DAYS ? 'text-accent-ink' : undefined}>
              {current}
            </span>
          )}
        </>
      }
    >
      <div className={contentClass}>
        <StreakPanel streak={live} onClose={() => onOpenChange(false)} />
      </div>
    </DropdownPanel>
  );
}

function NotificationsButton({ free, onOpenChange, ...dropdown }: DropdownProps & { free: boolean }) {
  const { data: unread, status } = useUnreadCount();
  const [seen, setSeen] = useState(unread);
  const [grown, setGrown] = useState(false);
  if (unread !== seen) {
    setSeen(unread);
    setGrown(typeof seen === 'number' && (unread ?? 0) > seen);
  }
  const failed = status === 'error';
  const label = appBar.notifications(unread ?? 0) + (failed ? `: ${notificationText.countFailed}` : '');
  return (
    <>
      <DropdownPanel
        {...dropdown}
        onOpenChange={onOpenChange}
        label={label}
        className="relative grid size-11 shrink-0 place-items-center rounded-control text-ink hover:bg-sunk"
        button={
          <>
            <Bell size={22} aria-hidden="true" />
            {failed && (
              <CircleAlert
                size={16}
                aria-hidden="true"
                className="absolute top-1.5 right-1 rounded-full bg-paper text-danger"
              />
            )}
            <CountBadge
              count={unread ?? 0}
              max={free ? BADGE_MAX.free : BADGE_MAX.paid}
              className="absolute top-1 right-0.5"
            />
          </>
        }
      >
        <div className={contentClass}>
          <NotificationsPanel free={free} onClose={() => onOpenChange(false)} />
        </div>
      </DropdownPanel>
      {/* Announce only newly arrived notifications, not those that were already there. */}
      <span role="status" className="sr-only">
        {grown ? label : ''}
      </span>
    </>
  );
}

function UserButton({ identity, onOpenChange, ...dropdown }: DropdownProps & { identity: LocalIdentity }) {
  return (
    <DropdownPanel
      {...dropdown}
      onOpenChange={onOpenChange}
      label={userMenu.open}
      className="grid size-11 place-items-center rounded-full"
      button={<Avatar name={firstName(identity)} />}
    >
      <div className="w-64 max-w-[calc(100vw-36px)]">
        <UserPanel identity={identity} onClose={() => onOpenChange(false)} />
      </div>
    </DropdownPanel>
  );
}

/** Makes arrow keys move between the items. */
const Walk = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: additional keyboard support; Tab reaches everything inside too
  <div onKeyDown={walkWithArrows}>{children}</div>
);

/** Buttons for streak, notifications and account, each with a dropdown, of which one is open at a time. */
export function AccountButtons({ identity }: { identity: LocalIdentity }) {
  const plan = usePlan();
  const [opened, setOpened] = useState<Panel | null>(null);
  const dropdown = (panel: Panel): DropdownProps => ({
    open: opened === panel,
    // A late close event must not close the panel that was opened meanwhile.
    onOpenChange: (open) => setOpened((now) => (open ? panel : now === panel ? null : now)),
  });
  return (
    <>
      <Walk>
        <StreakButton {...dropdown('streak')} />
      </Walk>
      <Walk>
        <NotificationsButton {...dropdown('notifications')} free={!isSubscriber(plan)} />
      </Walk>
      <Walk>
        <UserButton {...dropdown('user')} identity={identity} />
      </Walk>
    </>
  );
}
