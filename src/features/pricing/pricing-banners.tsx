import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '@/config/paths';
import { billingProblem, pricingBanners as text } from '@/text/pricing';
import { Banner } from '@/ui/banner';
import { Button, buttonClass } from '@/ui/button';
import { toast } from '@/ui/toast';

interface PricingBannersProps {
  /** Sent here by a screen that needs a subscription. */
  fromProtected: boolean;
  onCloseProtected: () => void;
  visitor: boolean;
  subscribed: boolean;
  online: boolean;
}

/** What whoever comes should know first: yellow, blue or green. */
export function PricingBanners({ fromProtected, onCloseProtected, visitor, subscribed, online }: PricingBannersProps) {
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-2 empty:hidden">
      {fromProtected && !subscribed && (
        <Banner kind="warning" closeLabel={text.close} onClose={onCloseProtected}>
          {text.protected}
        </Banner>
      )}
      {!online && <Banner kind="network">{text.offline}</Banner>}
      {visitor && <Banner kind="info">{text.visitor}</Banner>}
      {subscribed && (
        <Banner kind="success">
          {text.subscribed}
          <span className="mt-2 flex flex-wrap gap-2">
            <Link to={paths.check} className={buttonClass('quiet')}>
              {text.toDashboard}
            </Link>
            {online && <PortalButton />}
          </span>
        </Banner>
      )}
    </div>
  );
}

function PortalButton() {
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    // Opened at the press: a window that comes later is taken for an advertisement.
    const portal = window.open('', '_blank');
    try {
      const { openPortal } = await import('@/data/billing/requests');
      const url = await openPortal();
      if (portal) portal.location.replace(url);
      else location.assign(url);
    } catch (error) {
      portal?.close();
      toast('error', billingProblem(error instanceof Error && 'code' in error ? String(error.code) : 'other'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind="plain" busy={busy} onClick={open}>
      {text.manage}
    </Button>
  );
}
