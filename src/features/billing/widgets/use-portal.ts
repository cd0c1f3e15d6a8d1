import { useState } from 'react';
import { codeOf } from '@/device/service/requests';
import { billingProblem } from '@/shared/text/pricing';
import { userMenu } from '@/shared/text/shell';
import { toast } from '@/ui/toast';

/** Opens the customer portal with a signed session in a new window (decision 46). Every portal button uses it. */
export function usePortal() {
  const [busy, setBusy] = useState(false);
  const open = async (email: string) => {
    if (!email) return toast('error', userMenu.errorTitle, { description: userMenu.noEmail });
    if (!navigator.onLine) return toast('warning', userMenu.portalOffline, { description: userMenu.portalOfflineText });
    setBusy(true);
    toast('info', userMenu.portalTitle, { description: userMenu.portalText });
    // Open the window during the click, because browsers block windows that open later.
    const portal = window.open('', '_blank');
    try {
      const { openPortal } = await import('../requests');
      const url = await openPortal();
      if (portal) portal.location.replace(url);
      else location.assign(url);
    } catch (error) {
      portal?.close();
      toast('error', billingProblem(codeOf(error)));
    } finally {
      setBusy(false);
    }
  };
  return { busy, open };
}
