import { CreditCard, Settings } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useIsPlanKnown } from '@/device/session/use-is-plan-known';
import { usePlan } from '@/device/session/use-plan';
import { useSubscription } from '@/features/accounts/queries/profile';
import { SignOut } from '@/features/accounts/widgets/sign-out';
import { isGranted, paidPlanOf } from '@/features/billing/rules/subscription';
import { usePortal } from '@/features/billing/widgets/use-portal';
import { isSubscriber } from '@/shared/entitlements';
import { firstName, type LocalIdentity } from '@/shared/identity';
import { paths } from '@/shared/paths';
import { userMenu } from '@/shared/text/shell';
import { Avatar } from '@/ui/avatar';
import { Menu, menuRowClass } from '@/ui/menu';
import { ThemeChoice } from './theme-choice';

/** Opens the billing portal for a paid plan (decision 46), the settings for a granted plan, the plans for the free plan, and the settings for an unknown plan. */
function SubscriptionRow({ identity, onClose }: UserPanelProps) {
  const portal = usePortal();
  const subscription = useSubscription();
  const plan = usePlan();
  const isKnown = useIsPlanKnown();
  const row = (
    <>
      <CreditCard size={20} aria-hidden="true" />
      {userMenu.subscription}
    </>
  );
  const granted = isGranted(subscription) && paidPlanOf(subscription) === 'free';
  if (granted || !isSubscriber(plan)) {
    const billing = `${granted ? paths.settings : paths.freeSettings}?tab=billing`;
    return (
      <Link to={granted || !isKnown ? billing : paths.pricing} onClick={onClose} className={menuRowClass}>
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
