import { useCallback, useEffect, useState } from 'react';
import { type AddressState, askAddress } from '@/device/session/address-requests';

interface Address {
  /** State of the e-mail address: undefined until the first request ends; null if it got no response. */
  state: AddressState | null | undefined;
  ask: () => void;
}

/** The state of the account's e-mail address, requested again when the page becomes visible. @param enabled false: request nothing */
export function useAddress(enabled = true): Address {
  const [state, setState] = useState<AddressState | null>();
  const ask = useCallback(() => {
    if (!enabled || document.visibilityState === 'hidden') return;
    // A failed request changes nothing: the last known state stays on screen.
    askAddress().then(setState, () => setState((known) => known ?? null));
  }, [enabled]);
  useEffect(() => {
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, [ask]);
  return { state, ask };
}
