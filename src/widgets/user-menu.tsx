import { Bell, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '@/config/paths';
import { pendingWrites, signOut } from '@/data/session/requests';
import { isSubscriber } from '@/domain/entitlements';
import { firstName, type LocalIdentity } from '@/domain/identity';
import { classNames } from '@/lib/class-names';
import { counted } from '@/lib/format';
import { currentTheme, setTheme, type Theme } from '@/lib/theme';
import { common } from '@/text/common';
import { userMenu } from '@/text/shell';
import { Avatar } from '@/ui/avatar';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Menu, menuRowClass } from '@/ui/menu';
import { SegmentedControl } from '@/ui/segmented-control';

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

/** Who is signed in, the settings, the theme and the way out. Signing out says what still waits to be sent. */
export function UserMenu({ identity }: { identity: LocalIdentity }) {
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState(0);
  const name = firstName(identity);
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
      <Menu label={userMenu.open} className="grid size-11 place-items-center rounded-full" button={<Avatar name={name} />}>
        {(close) => (
          <>
            <p className="px-3 pt-2 font-bold">{name}</p>
            <p className="break-all px-3 pb-3 text-muted text-sm">{identity.email}</p>
            <ThemeChoice />
            {isSubscriber(identity.plan) && (
              <Link to={paths.notifications} onClick={close} className={classNames(menuRowClass, 'mt-1')}>
                <Bell size={20} aria-hidden="true" />
                {userMenu.notifications}
              </Link>
            )}
            <Link to={isSubscriber(identity.plan) ? paths.settings : paths.freeSettings} onClick={close} className={menuRowClass}>
              <Settings size={20} aria-hidden="true" />
              {userMenu.settings}
            </Link>
            <button
              type="button"
              className={menuRowClass}
              onClick={() => {
                close();
                void ask();
              }}
            >
              <LogOut size={20} aria-hidden="true" />
              {userMenu.signOut}
            </button>
          </>
        )}
      </Menu>
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
