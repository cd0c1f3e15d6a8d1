import { useEffect } from 'react';
import { toast } from '@/ui/toast';
import { cart as text } from './text/store';

/** Shows a toast once when the server's cart is unavailable and the cart is therefore stored only on this device. */
export function useCartWarning(unavailable: boolean) {
  useEffect(() => {
    if (unavailable) toast('warning', text.warning, { description: text.unavailable });
  }, [unavailable]);
}
