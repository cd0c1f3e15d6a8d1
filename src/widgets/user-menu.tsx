import { CreditCard, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths, portalHref } from '@/config/paths';
import { pendingWrites, signOut } from '@/data/session/requests';
import { isSubscriber } from '@/domain/entitlements';
import { firstName, type LocalIdentity } from '@/domain/identity';
import { counted } from '@/lib/format';
import { currentTheme, setTheme, type Theme } from '@/lib/theme';
import { common } from '@/text/common';
import { userMenu } from '@/text/shell';
import { Avatar } from '@/ui/avatar';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Menu, menuRowClass } from '@/ui/menu';
import { SegmentedControl } from '@/ui/segmented-control';
import { toast } from '@/ui/toast';

const themeIcons: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon };

function ThemeChoice() {
  const [theme, choose] = useState(currentTheme);
  return (
    <SegmentedControl
      label={userMenu.theme}
      iconsOnly
      options={(Object.keys(themeIcons) as Theme[]).map((value) => {
        const Icon = themeIcons[value];
        return { value, label: userMenu.themes[value], icon: <Icon size={20} aria-hidden="true" /> };
      })}
      value={theme}
      onChange={(next) => {
        setTheme(next);
        choose(next);
      }}
    />
  );
}

/** To the billing portal, which is another site and needs the internet. */
function SubscriptionRow({ email, onClose }: { email: string; onClose: () => void }) {
  const open = (event: MouseEvent) => {
    onClose();
    if (navigator.onLine) return toast('info', userMenu.portalTitle, { description: userMenu.portalText });
    event.preventDefault();
    toast('warning', userMenu.portalOffline, { description: userMenu.portalOfflineText });
  };
  const row = (
    <>
      <CreditCard size={20} aria-hidden="true" />
      {userMenu.subscription}
    </>
  );
  return email ? (
    <a href={portalHref(email)} target="_blank" rel="noopener" onClick={open} className={menuRowClass}>
      {row}
      <span className="sr-only">{userMenu.newWindow}</span>
    </a>
  ) : (
    <button type="button" onClick={() => toast('error', userMenu.errorTitle, { description: userMenu.noEmail })} className={menuRowClass}>
      {row}
    </button>
  );
}

/** Leaves at once, or says first what still waits to be sent. */
function SignOutRow() {
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState(0);
  const leave = async () => {
    setWaiting(0);
    const told = signOut();
    await navigate(paths.login);
    await told;
  };
  const ask = async () => {
    const count = await pendingWrites();
    if (count) setWaiting(count);
    else await leave();
  };
  return (
    <>
      <button type="button" className={menuRowClass} onClick={() => void ask()}>
        <LogOut size={20} aria-hidden="true" />
        {userMenu.signOut}
      </button>
      <Dialog
        open={waiting > 0}
        onClose={() => setWaiting(0)}
        title={userMenu.signOutTitle}
        closeLabel={common.close}
        actions={
          <>
            <Button kind="danger" onClick={() => void leave()}>
              {userMenu.signOutAnyway}
            </Button>
            <Button kind="primary" onClick={() => setWaiting(0)}>
              {userMenu.stay}
            </Button>
          </>
        }
      >
        <p>{userMenu.signOutText(counted(waiting, ...userMenu.record))}</p>
      </Dialog>
    </>
  );
}

interface UserPanelProps {
  identity: LocalIdentity;
  onClose: () => void;
}

/** Who is signed in, the settings, the subscription, the theme and the way out. */
export function UserPanel({ identity, onClose }: UserPanelProps) {
  return (
    <>
      <p className="px-3 pt-2 font-bold">{firstName(identity)}</p>
      <p className="break-all px-3 pb-3 text-muted text-sm">{identity.email}</p>
      <ThemeChoice />
      <Link to={isSubscriber(identity.plan) ? paths.settings : paths.freeSettings} onClick={onClose} className={`${menuRowClass} mt-1`}>
        <Settings size={20} aria-hidden="true" />
        {userMenu.settings}
      </Link>
      <SubscriptionRow email={identity.email} onClose={onClose} />
      <SignOutRow />
    </>
  );
}

/** The same behind a button of its own, for bars without other dropdowns. */
export function UserMenu({ identity }: { identity: LocalIdentity }) {
  return (
    <Menu label={userMenu.open} className="grid size-11 place-items-center rounded-full" button={<Avatar name={firstName(identity)} />}>
      {(close) => <UserPanel identity={identity} onClose={close} />}
    </Menu>
  );
}
