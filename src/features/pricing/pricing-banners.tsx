import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '@/config/paths';
import type { Plan } from '@/domain/entitlements';
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
  children,
}: PricingBannersProps) {
  return (
    <div className={placeClass}>
      {fromProtected && !subscribed && (
        <Banner kind="warning" closeLabel={text.close} onClose={onCloseProtected}>
          {text.protected}
        </Banner>
      )}
      {!online && <Banner kind="network">{text.offline}</Banner>}
      {visitor && <Banner kind="info">{text.visitor}</Banner>}
      {children}
    </div>
  );
}

/** The green banner. `granted`: the current plan if nobody pays for it, so that there is no subscription to manage. */
export function Subscribed({ online, granted }: { online: boolean; granted: Plan | null }) {
  return (
    <div className={placeClass}>
      <Banner kind="success">
        {granted ? text.granted(plans[granted].name) : text.subscribed}
        <span className="mt-2 flex flex-wrap gap-2">
          <Link to={paths.check} className={buttonClass('quiet')}>
            {text.toDashboard}
          </Link>
          {online && !granted && <PortalButton />}
        </span>
      </Banner>
    </div>
  );
}
