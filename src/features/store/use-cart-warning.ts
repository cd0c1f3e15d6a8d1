import { useEffect } from 'react';
import { cart as text } from '@/text/store';
import { toast } from '@/ui/toast';

/** Says once that the cart is kept on this device alone. */
export function useCartWarning(unavailable: boolean) {
  useEffect(() => {
    if (unavailable) toast('warning', text.warning, { description: text.unavailable });
  }, [unavailable]);
}
