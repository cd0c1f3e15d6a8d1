import { CreditCard, Settings } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { paths, portalHref } from '@/config/paths';
import { isSubscriber } from '@/domain/entitlements';
import { firstName, type LocalIdentity } from '@/domain/identity';
import { userMenu } from '@/text/shell';
import { Avatar } from '@/ui/avatar';
import { Menu, menuRowClass } from '@/ui/menu';
import { toast } from '@/ui/toast';
import { SignOut } from './sign-out';
import { ThemeChoice } from './theme-choice';

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
    <button
      type="button"
      onClick={() => toast('error', userMenu.errorTitle, { description: userMenu.noEmail })}
      className={menuRowClass}
    >
      {row}
    </button>
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
      <ThemeChoice iconsOnly />
      <Link
        to={isSubscriber(identity.plan) ? paths.settings : paths.freeSettings}
        onClick={onClose}
        className={`${menuRowClass} mt-1`}
      >
        <Settings size={20} aria-hidden="true" />
        {userMenu.settings}
      </Link>
      <SubscriptionRow email={identity.email} onClose={onClose} />
      <SignOut className={menuRowClass} />
    </>
  );
}

/** The same behind a button of its own, for bars without other dropdowns. */
export function UserMenu({ identity }: { identity: LocalIdentity }) {
  return (
    <Menu
      label={userMenu.open}
      className="grid size-11 place-items-center rounded-full"
      button={<Avatar name={firstName(identity)} />}
    >
      {(close) => <UserPanel identity={identity} onClose={close} />}
    </Menu>
  );
}
