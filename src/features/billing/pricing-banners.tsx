import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pathOfPlan } from '@/shared/free-path';
import { pricingBanners as text } from '@/shared/text/pricing';
import { Banner } from '@/ui/banner';
import { buttonClass } from '@/ui/button';

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

export const bannersClass = 'mx-auto grid w-full max-w-3xl gap-2 empty:hidden';

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
    <div className={bannersClass}>
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
