import { useEffect, useState } from 'react';
import { type AddressState, askAddress } from '@/device/session/address-requests';

/**
 * The state of the account's e-mail address, requested again when the page becomes visible.
 * @param enabled if false, nothing is requested
 * @returns undefined until the first request ends; null if it got no response
 */
export function useAddress(enabled = true): AddressState | null | undefined {
  const [state, setState] = useState<AddressState | null>();
  useEffect(() => {
    const ask = () => {
      if (!enabled || document.visibilityState === 'hidden') return;
      // A failed request changes nothing: the last known state stays on screen.
      askAddress().then(setState, () => setState((known) => known ?? null));
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, [enabled]);
  return state;
}
