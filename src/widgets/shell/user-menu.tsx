import { CreditCard, Settings } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '@/config/paths';
import { useSubscription } from '@/data/profile/queries';
import { usePlan } from '@/data/session/use-plan';
import { isSubscriber } from '@/domain/entitlements';
import { firstName, type LocalIdentity } from '@/domain/identity';
import { isGranted, paidPlanOf } from '@/domain/subscription';
import { userMenu } from '@/text/shell';
import { Avatar } from '@/ui/avatar';
import { Menu, menuRowClass } from '@/ui/menu';
import { SignOut } from '../sign-out';
import { ThemeChoice } from '../theme-choice';
import { usePortal } from '../use-portal';

/** Opens the billing portal for a paid plan (decision 46), the settings for a granted plan, and the plans for the free plan. */
function SubscriptionRow({ identity, onClose }: UserPanelProps) {
  const portal = usePortal();
  const subscription = useSubscription();
  const plan = usePlan();
  const row = (
    <>
      <CreditCard size={20} aria-hidden="true" />
      {userMenu.subscription}
    </>
  );
  const granted = isGranted(subscription) && paidPlanOf(subscription) === 'free';
  if (granted || !isSubscriber(plan)) {
    return (
      <Link to={granted ? `${paths.settings}?tab=billing` : paths.pricing} onClick={onClose} className={menuRowClass}>
        {row}
      </Link>
    );
  }
  const open = () => {
    onClose();
    void portal.open(identity.email);
  };
  return (
    <button type="button" onClick={open} className={menuRowClass}>
      {row}
      <span className="sr-only">{userMenu.newWindow}</span>
    </button>
  );
}

interface UserPanelProps {
  identity: LocalIdentity;
  onClose: () => void;
}

/** The signed-in account: settings, subscription, theme, sign-out. */
export function UserPanel({ identity, onClose }: UserPanelProps) {
  const plan = usePlan();
  return (
    <>
      <p className="px-3 pt-2 font-bold">{firstName(identity)}</p>
      <p className="break-all px-3 pb-3 text-muted text-sm">{identity.email}</p>
      <ThemeChoice iconsOnly />
      <Link
        to={isSubscriber(plan) ? paths.settings : paths.freeSettings}
        onClick={onClose}
        className={`${menuRowClass} mt-1`}
      >
        <Settings size={20} aria-hidden="true" />
        {userMenu.settings}
      </Link>
      <SubscriptionRow identity={identity} onClose={onClose} />
      <SignOut className={menuRowClass} />
    </>
  );
}

/** The account panel behind its own button, for bars without other dropdowns. */
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
