import { Link } from 'react-router-dom';
import type { Plan } from '@/shared/entitlements';
import { paths } from '@/shared/paths';
import { plans, pricingBanners as text } from '@/shared/text/pricing';
import { Banner } from '@/ui/banner';
import { buttonClass } from '@/ui/button';
import { bannersClass } from './pricing-banners';
import { PortalButton } from './widgets/portal-button';

export interface SubscribedProps {
  online: boolean;
  /** The current plan if it was granted and nobody pays for it, so that there is no subscription to manage; otherwise null. */
  granted: Plan | null;
  /** The screen that led to the plans, which the account may open now. */
  wanted: string | null;
}

/** The green banner. */
export function Subscribed({ online, granted, wanted }: SubscribedProps) {
  return (
    <div className={bannersClass}>
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
