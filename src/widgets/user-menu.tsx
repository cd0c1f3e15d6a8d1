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
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Menu, menuRowClass } from '@/ui/menu';

const themeIcons: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon };

function ThemeChoice() {
  const [theme, choose] = useState(currentTheme);
  return (
    <fieldset className="border-line border-y px-3 py-2">
      <legend className="sr-only">{userMenu.theme}</legend>
      <div className="flex gap-1">
        {(Object.keys(themeIcons) as Theme[]).map((option) => {
          const Icon = themeIcons[option];
          return (
            <label
              key={option}
              title={userMenu.themes[option]}
              className={classNames(
                'grid min-h-11 grow cursor-pointer place-items-center rounded-control has-focus-visible:outline-3 has-focus-visible:outline-accent-ink',
                option === theme ? 'bg-sunk text-ink' : 'text-muted hover:text-ink',
              )}
            >
              <input
                type="radio"
                name="theme"
                className="sr-only"
                checked={option === theme}
                onChange={() => {
                  setTheme(option);
                  choose(option);
                }}
              />
              <Icon size={20} aria-hidden="true" />
              <span className="sr-only">{userMenu.themes[option]}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
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
      <Menu
        label={userMenu.open}
        className="grid size-11 place-items-center rounded-full"
        button={
          <span aria-hidden="true" className="grid size-9 place-items-center rounded-full bg-accent font-extrabold text-on-accent">
            {name.charAt(0).toUpperCase()}
          </span>
        }
      >
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
