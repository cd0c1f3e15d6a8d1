import { useState } from 'react';
import { billingProblem } from '@/text/pricing';
import { userMenu } from '@/text/shell';
import { toast } from '@/ui/toast';

/** The one way to the customer portal: a signed session in a new window (decision 46). Every place that offers the portal uses it. */
export function usePortal() {
  const [busy, setBusy] = useState(false);
  const open = async (email: string) => {
    if (!email) return toast('error', userMenu.errorTitle, { description: userMenu.noEmail });
    if (!navigator.onLine) return toast('warning', userMenu.portalOffline, { description: userMenu.portalOfflineText });
    setBusy(true);
    toast('info', userMenu.portalTitle, { description: userMenu.portalText });
    // The window opens with the press: browsers block a window that opens later.
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
  return { busy, open };
}
