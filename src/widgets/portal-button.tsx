import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { billingProblem, pricingBanners as text } from '@/text/pricing';
import { userMenu } from '@/text/shell';
import { Button, type ButtonKind } from '@/ui/button';
import { toast } from '@/ui/toast';

/** To the customer portal of the payments, in a window of its own. */
export function PortalButton({ kind = 'plain', disabled = false }: { kind?: ButtonKind; disabled?: boolean }) {
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
    <Button kind={kind} busy={busy} disabled={disabled} onClick={open}>
      {!busy && <ExternalLink size={18} aria-hidden="true" />}
      {text.manage}
      <span className="sr-only">{userMenu.newWindow}</span>
    </Button>
  );
}
