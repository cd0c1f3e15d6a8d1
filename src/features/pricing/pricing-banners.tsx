import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '@/config/paths';
import type { Plan } from '@/domain/entitlements';
import { pathOfPlan } from '@/domain/free-path';
import { plans, pricingBanners as text } from '@/text/pricing';
import { Banner } from '@/ui/banner';
import { buttonClass } from '@/ui/button';
import { PortalButton } from '@/widgets/portal-button';

interface PricingBannersProps {
  /** True if a screen that needs a subscription redirected here. */
  fromProtected: boolean;
  onCloseProtected: () => void;
  visitor: boolean;
  subscribed: boolean;
  online: boolean;
  /** The screen that needs a subscription; null if it is the dashboard or unknown. */
  wanted: string | null;
  children: ReactNode;
}

const placeClass = 'mx-auto grid w-full max-w-3xl gap-2 empty:hidden';

/** The banner above the plans: yellow, blue or green. */
export function PricingBanners({
  fromProtected,
  onCloseProtected,
  visitor,
  subscribed,
  online,
  wanted,
  children,
}: PricingBannersProps) {
  const freePart = wanted && pathOfPlan(wanted, 'free');
  return (
    <div className={placeClass}>
      {fromProtected && !subscribed && (
        <Banner kind="warning" closeLabel={text.close} onClose={onCloseProtected}>
          {text.protected}
          {freePart && freePart !== wanted && !visitor && (
            <span className="mt-2 flex">
              <Link to={freePart} className={buttonClass('quiet')}>
                {text.freePart}
              </Link>
            </span>
          )}
        </Banner>
      )}
      {!online && <Banner kind="network">{text.offline}</Banner>}
      {visitor && <Banner kind="info">{text.visitor}</Banner>}
      {children}
    </div>
  );
}

interface SubscribedProps {
  online: boolean;
  /** The current plan if nobody pays for it, so that there is no subscription to manage. */
  granted: Plan | null;
  /** The screen that led to the plans, which the account may open now. */
  wanted: string | null;
}

/** The green banner. */
export function Subscribed({ online, granted, wanted }: SubscribedProps) {
  return (
    <div className={placeClass}>
      <Banner kind="success">
        {granted ? text.granted(plans[granted].name) : text.subscribed}
        <span className="mt-2 flex flex-wrap gap-2">
          <Link to={wanted ?? paths.check} className={buttonClass('quiet')}>
            {wanted ? text.toWanted : text.toDashboard}
          </Link>
          {online && !granted && <PortalButton />}
        </span>
      </Banner>
    </div>
  );
}
